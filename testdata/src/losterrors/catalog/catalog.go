// Package catalog knows what there is. Its path ends like that of a logger.
package catalog

// An Entry is what is known of a name.
type Entry struct{ name string }

// InfoOf returns what is known of a name.
func InfoOf(name string) *Entry { return &Entry{name} }

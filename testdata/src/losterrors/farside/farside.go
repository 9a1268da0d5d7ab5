// Package farside speaks to something that it hands no context.
package farside

// A Client renames things there.
type Client struct{ rename func(name string) error }

// Rename gives a thing a name.
func (c *Client) Rename(name string) error { return c.rename(name) }

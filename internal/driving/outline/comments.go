package outline

import "bytes"

// WithoutComments returns a Go file without the comments that stand between declarations or in those of types, on as many
// lines as before: in a package of API types they are half of the text. Those stay that may mean something to tools, that
// stand above the package clause, or in a function or a variable. Src itself is returned if there are none.
func WithoutComments(src []byte) []byte {
	c := &commentless{src: src, at: afterSpace(src, 0)}
	for c.at < len(src) {
		c.next()
	}
	if c.kept == 0 {
		return src
	}
	return append(c.out, src[c.kept:]...)
}

type commentless struct {
	src    []byte
	at     int
	depth  int  // of brackets
	ofType bool // the declaration is one of types

	out  []byte
	kept int // what stands before it in src is in out, or left out
}

// next passes over a word, a literal, a comment or one character.
func (c *commentless) next() {
	switch b := c.src[c.at]; {
	case b == '"' || b == '`' || b == '\'':
		c.at = afterLiteral(c.src, c.at)
	case b == '/' && c.at+1 < len(c.src) && (c.src[c.at+1] == '/' || c.src[c.at+1] == '*'):
		c.comment()
	case b == '{' || b == '(':
		c.depth++
		c.at++
	case b == '}' || b == ')':
		c.depth--
		c.at++
	case inWord[b]:
		start := c.at
		for c.at++; c.at < len(c.src) && inWord[c.src[c.at]]; c.at++ {
		}
		if c.depth == 0 {
			c.word(c.src[start:c.at])
		}
	default:
		c.at++
	}
}

// word notes which declaration begins.
func (c *commentless) word(word []byte) {
	switch string(word) {
	case "type":
		c.ofType = true
	case "func", "var", "const", "import":
		c.ofType = false
	}
}

func (c *commentless) comment() {
	start := c.at
	c.at = afterComment(c.src, c.at)
	if c.depth > 0 && !c.ofType || forTools(c.src[start:c.at]) {
		return
	}
	if c.out == nil {
		c.out = make([]byte, 0, len(c.src))
	}
	c.out = append(c.out, c.src[c.kept:start]...)
	c.kept = c.at
}

// forTools reports whether a comment may be a directive, or stands between two words.
func forTools(comment []byte) bool {
	return comment[1] == '*' || len(comment) > 2 && inWord[comment[2]] || bytes.Contains(comment, []byte("lint"))
}

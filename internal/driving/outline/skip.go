package outline

import "bytes"

// inWord tells the bytes of identifiers, keywords and numbers. All letters beyond ASCII count: others do not
// occur outside of texts and comments.
var inWord = func() (table [256]bool) {
	for c := range table {
		table[c] = c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
	}
	return table
}()

// afterLiteral returns the offset after the text or character literal at src[at].
func afterLiteral(src []byte, at int) int {
	quote := src[at]
	at++
	if quote == '`' {
		i := bytes.IndexByte(src[at:], '`')
		if i < 0 {
			return len(src)
		}
		return at + i + 1
	}
	for at < len(src) {
		switch src[at] {
		case '\\':
			at++
		case quote:
			return at + 1
		case '\n': // not closed
			return at
		}
		at++
	}
	return len(src)
}

// afterComment returns the offset after the comment at src[at]; the end of a line is not part of it.
func afterComment(src []byte, at int) int {
	closing := []byte("\n")
	if src[at+1] == '*' {
		closing = []byte("*/")
	}
	i := bytes.Index(src[at+2:], closing)
	switch {
	case i < 0:
		return len(src)
	case src[at+1] == '*':
		return at + 2 + i + 2
	}
	return at + 2 + i
}

// plain tells the bytes that mean nothing to who looks for the end of a block.
var plain = func() (table [256]bool) {
	for c := range table {
		table[c] = c != '{' && c != '}' && c != '"' && c != '`' && c != '\'' && c != '/'
	}
	return table
}()

// afterBraces returns the offset after the brace that closes one that stands before src[at].
func afterBraces(src []byte, at int) int {
	for depth := 1; at < len(src); {
		if c := src[at]; plain[c] {
			at++
			continue
		}
		switch src[at] {
		case '{':
			depth++
			at++
		case '}':
			depth--
			at++
			if depth == 0 {
				return at
			}
		case '/':
			if at+1 < len(src) && (src[at+1] == '/' || src[at+1] == '*') {
				at = afterComment(src, at)
			} else {
				at++
			}
		default:
			at = afterLiteral(src, at)
		}
	}
	return len(src)
}

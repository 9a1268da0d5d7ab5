// Package outline reduces Go source to what its importers can see, without parsing
// it: most of a file is comments and function bodies, and passing over them
// costs a tenth of parsing them.
package outline

import (
	"bytes"
)

// Of returns a Go file without its comments and function bodies, on as many lines as before. Build constraints
// above the package clause stay.
//
// The outline of a file that cannot be parsed is worth nothing, and may parse.
func Of(src []byte) []byte {
	o := &outliner{src: src, out: make([]byte, 0, len(src)/2)}
	o.header()
	for o.at < len(src) {
		o.group()
	}
	return o.out
}

// A kind is what a token is; of punctuation, the character.
type kind byte

const (
	end     kind = 0
	word    kind = 'a' // an identifier, a keyword or the start of a number
	text    kind = '"'
	newline kind = '\n'
)

type outliner struct {
	src []byte
	at  int
	out []byte

	kind     kind
	start    int  // of the current token in src
	before   kind // the token before the current one, without newlines
	beforeAt int  // where that starts
}

// is reports whether the current token is the word.
func (o *outliner) is(s string) bool { return string(o.src[o.start:o.at]) == s }

// wasWord reports whether the token before the current one is the word.
func (o *outliner) wasWord(s string) bool {
	rest := o.src[o.beforeAt:]
	return o.before == word && bytes.HasPrefix(rest, []byte(s)) && (len(rest) == len(s) || !inWord[rest[len(s)]])
}

// header copies what stands above the package clause if it may be a build constraint, since that can
// set the version of the language.
func (o *outliner) header() {
	for {
		line, _, found := bytes.Cut(o.src[o.at:], []byte("\n"))
		trimmed := bytes.TrimSpace(line)
		switch {
		case bytes.HasPrefix(trimmed, []byte("/*")):
			start := o.at
			o.at = afterComment(o.src, o.at+bytes.IndexByte(line, '/'))
			o.lines(start)
			continue
		case !found, len(trimmed) > 0 && !bytes.HasPrefix(trimmed, []byte("//")):
			return
		case bytes.HasPrefix(trimmed, []byte("//go:build")):
			o.out = append(o.out, line...)
		}
		o.out = append(o.out, '\n')
		o.at += len(line) + 1
	}
}

// token copies the next token and what stands before it, and returns its kind.
func (o *outliner) token() kind {
	if o.kind != newline && o.kind != end {
		o.before, o.beforeAt = o.kind, o.start
	}
	o.kind = o.next()
	return o.kind
}

func (o *outliner) next() kind {
	for o.at < len(o.src) {
		c := o.src[o.at]
		o.start = o.at
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			for o.at++; o.at < len(o.src) && (o.src[o.at] == ' ' || o.src[o.at] == '\t' || o.src[o.at] == '\r'); o.at++ {
			}
			o.out = append(o.out, ' ')
			continue
		case c == '\n':
			o.at++
			o.out = append(o.out, '\n')
			return newline
		case inWord[c]:
			for o.at++; o.at < len(o.src) && inWord[o.src[o.at]]; o.at++ {
			}
			o.out = append(o.out, o.src[o.start:o.at]...)
			return word
		case c == '"' || c == '`' || c == '\'':
			o.at = afterLiteral(o.src, o.at)
			o.out = append(o.out, o.src[o.start:o.at]...)
			return text
		case c == '/' && o.at+1 < len(o.src) && (o.src[o.at+1] == '/' || o.src[o.at+1] == '*'):
			o.at = afterComment(o.src, o.at)
			// A comment that has lines stands for the end of one.
			if n := o.lines(o.start); n > 0 {
				return newline
			}
			o.out = append(o.out, ' ')
			continue
		}
		o.at++
		o.out = append(o.out, c)
		return kind(c)
	}
	return end
}

// lines makes up for the lines from start to the current place.
func (o *outliner) lines(start int) int {
	n := bytes.Count(o.src[start:o.at], []byte("\n"))
	for range n {
		o.out = append(o.out, '\n')
	}
	return n
}

// function copies what follows the word func up to where the body ends or, if there is none, the
// signature. Where a type is expected braces that follow are not its body.
func (o *outliner) function(isType bool) {
	isType = isType || o.before == ']' || o.wasWord("chan")
	for {
		switch o.token() {
		case '(', '[':
			o.group()
		case '{':
			switch {
			case o.wasWord("struct") || o.wasWord("interface"):
				o.group()
			case isType:
				o.back()
				return
			default:
				o.skip()
				return
			}
		case word:
			if o.is("func") {
				o.function(isType)
				if o.src[o.at-1] == '}' { // it took the body
					return
				}
			}
		case end:
			return
		case newline, ';', ',', ')', ']', '}', ':', '=':
			o.back()
			return
		}
	}
}

// back undoes the last call of token, which must have been for one character.
func (o *outliner) back() {
	if o.kind == newline && o.src[o.at-1] != '\n' {
		return // a comment: whoever comes next need not see the end of the line
	}
	o.at--
	o.out = o.out[:len(o.out)-1]
	o.kind = end // it is not before what comes next
}

// group copies up to the bracket that closes the current one, or all there is.
func (o *outliner) group() {
	for depth := 1; depth > 0; {
		switch o.token() {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case word:
			if o.is("func") {
				o.function(false)
			}
		case end:
			return
		}
	}
}

// skip leaves out what stands between the current brace and the one that closes it.
func (o *outliner) skip() {
	start := o.at
	o.at = afterBraces(o.src, o.at)
	o.lines(start)
	o.out = append(o.out, '}')
	o.kind, o.start = '}', o.at-1
}

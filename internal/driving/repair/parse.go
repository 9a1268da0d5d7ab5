package repair

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"regexp"
)

// Lost is part of a file that could not be parsed and that was taken for blank.
type Lost struct {
	From, To token.Pos
	Names    []string // the identifiers in it
}

// Parse parses a file of which parser.ParseFile says that it has syntax errors, without the
// bodies of functions, or the declarations, that the errors lie in. Positions are those of the
// text. The file is nil if nothing is left.
//
// The parser itself would leave out more: after an error it goes on at the next statement that it
// recognises, which may be several functions on.
func Parse(fset *token.FileSet, name string, text []byte, mode parser.Mode) (*ast.File, []Lost) {
	text = bytes.Clone(text)
	chunks := split(text)
	var holes []hole
	for i := range chunks {
		for chunks[i].from < chunks[i].to && !parses(text[chunks[i].from:chunks[i].to]) {
			holes = append(holes, chunks[i].takeOut(text))
		}
	}
	for {
		f, err := parser.ParseFile(fset, name, text, mode)
		if err == nil {
			file := fset.File(f.FileStart)
			var lost []Lost
			for _, b := range holes {
				lost = append(lost, Lost{file.Pos(b.from), file.Pos(b.to), b.names})
			}
			return f, lost
		}
		// The declarations are fine, but do not go together.
		var list scanner.ErrorList
		if !errors.As(err, &list) || len(list) == 0 {
			return nil, nil
		}
		at := chunkAt(chunks, list[0].Pos.Offset)
		if at < 0 || chunks[at].from == chunks[at].to {
			return nil, nil
		}
		holes = append(holes, chunks[at].takeOut(text))
	}
}

func parses(declaration []byte) bool {
	_, err := parser.ParseFile(token.NewFileSet(), "", append([]byte("package p;"), declaration...), parser.SkipObjectResolution)
	return err == nil
}

// A hole is where text was taken out.
type hole struct {
	from, to int
	names    []string
}

// clear makes text[from:to] blank; lines stay lines.
func clear(text []byte, from, to int) {
	for i := from; i < to; i++ {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
}

// A chunk is the text of one declaration of package level.
type chunk struct {
	from, to int
	body     int // of its left brace, if it is a function with a body; else 0
}

// takeOut makes the body of a function blank; of what has no body, or if that was not enough, all.
func (c *chunk) takeOut(text []byte) hole {
	h := hole{from: c.from, to: c.to}
	if c.body > 0 && c.body+1 < c.to {
		h.from = c.body + 1
	}
	h.names = identifiers(text[h.from:h.to])
	clear(text, h.from, h.to)
	if h.from > c.from {
		text[h.to-1] = '}'
		c.body = 0
	} else {
		c.to = c.from
	}
	return h
}

var declarationStart = regexp.MustCompile(`(?m)^(func|type|var|const|import)\b`)

// split finds the declarations of a file by the lines that start with a keyword, as all do in
// formatted text, whatever is wrong in between.
func split(text []byte) []chunk {
	var chunks []chunk
	for _, at := range declarationStart.FindAllIndex(text, -1) {
		if n := len(chunks); n > 0 {
			chunks[n-1].to = at[0]
		}
		chunks = append(chunks, chunk{from: at[0], to: len(text)})
	}
	for i := range chunks {
		c := &chunks[i]
		// What follows a declaration, such as the next one's comment, is not its text.
		c.to = c.from + len(bytes.TrimRight(trimComment(text[c.from:c.to]), " \t\r\n"))
		if bytes.HasPrefix(text[c.from:], []byte("func")) {
			c.body = c.from + bodyOffset(text[c.from:c.to])
			if c.body == c.from {
				c.body = 0
			}
		}
	}
	return chunks
}

// trimComment drops the lines at the end of text that are comments from the first column on.
func trimComment(text []byte) []byte {
	for {
		trimmed := bytes.TrimRight(text, " \t\r\n")
		line := bytes.LastIndexByte(trimmed, '\n') + 1
		if line == 0 || !bytes.HasPrefix(trimmed[line:], []byte("//")) {
			return text
		}
		text = text[:line]
	}
}

// bodyOffset returns where the body of a function begins, 0 if it has none.
func bodyOffset(text []byte) int {
	depth, offset := 0, 0
	before := token.ILLEGAL
	scan(text, func(at int, tok token.Token, _ string) bool {
		switch tok {
		case token.LPAREN, token.LBRACK:
			depth++
		case token.RPAREN, token.RBRACK:
			depth--
		case token.LBRACE:
			if before == token.STRUCT || before == token.INTERFACE {
				depth++
			} else if depth == 0 {
				offset = at
				return false
			}
		case token.RBRACE:
			depth--
		}
		before = tok
		return true
	})
	return offset
}

func identifiers(text []byte) []string {
	var names []string
	scan(text, func(_ int, tok token.Token, lit string) bool {
		if tok == token.IDENT {
			names = append(names, lit)
		}
		return true
	})
	return names
}

func scan(text []byte, each func(offset int, tok token.Token, lit string) bool) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, text, func(token.Position, string) {}, 0)
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF || !each(file.Offset(pos), tok, lit) {
			return
		}
	}
}

func chunkAt(chunks []chunk, offset int) int {
	at := -1
	for i, c := range chunks {
		if c.from <= offset {
			at = i
		}
	}
	return at
}

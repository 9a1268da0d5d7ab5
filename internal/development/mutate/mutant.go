package main

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// A mutant is a mistake in one place of a file.
type mutant struct {
	file       string // relative to the working directory
	line       int
	what       string // for people
	start, end int    // the bytes in whose place text stands
	text       string
}

// apply returns the source with the mistake.
func (m mutant) apply(source []byte) []byte {
	return slices.Concat(source[:m.start], []byte(m.text), source[m.end:])
}

// mutantsOf returns the mistakes that can be made in a file at the lines that are wanted: a condition is negated, a case is dropped, the
// arguments of a join are swapped, and a comparison takes in or leaves out what is equal.
func mutantsOf(name string, source []byte, wanted func(line int) bool) ([]mutant, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	code := func(n ast.Node) string { return string(source[offset(n.Pos()):offset(n.End())]) }
	var list []mutant
	add := func(what string, from, to token.Pos, text string) {
		if line := fset.Position(from).Line; wanted(line) {
			list = append(list, mutant{name, line, what, offset(from), offset(to), text})
		}
	}
	negate := func(cond ast.Expr) {
		if cond != nil {
			add("negate "+short(code(cond)), cond.Pos(), cond.End(), "!("+code(cond)+")")
		}
	}
	for n := range ast.Preorder(file) {
		switch n := n.(type) {
		case *ast.IfStmt:
			negate(n.Cond)
		case *ast.ForStmt:
			negate(n.Cond)
		case *ast.SwitchStmt:
			for _, s := range n.Body.List {
				clause := s.(*ast.CaseClause)
				if n.Tag == nil {
					for _, cond := range clause.List {
						negate(cond)
					}
				}
				if clause.List != nil {
					add("drop case "+short(code(clause.List[0])), clause.Pos(), clause.End(), "")
				}
			}
		case *ast.TypeSwitchStmt:
			for _, s := range n.Body.List {
				if clause := s.(*ast.CaseClause); clause.List != nil {
					add("drop case "+short(code(clause.List[0])), clause.Pos(), clause.End(), "")
				}
			}
		case *ast.CallExpr:
			if len(n.Args) > 1 && joins(n.Fun) {
				add("swap the arguments of "+short(code(n.Fun)), n.Args[0].Pos(), n.Args[1].End(), code(n.Args[1])+", "+code(n.Args[0]))
			}
		case *ast.BinaryExpr:
			if op, ok := neighbours[n.Op]; ok {
				add("turn "+n.Op.String()+" into "+op.String()+" in "+short(code(n)), n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), op.String())
			}
		}
	}
	return slices.DeleteFunc(list, func(m mutant) bool {
		out, err := format.Source(m.apply(source))
		return err != nil || bytes.Equal(out, source)
	}), nil
}

// neighbours are the comparisons that differ for what is equal alone.
var neighbours = map[token.Token]token.Token{token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR}

// joins reports whether a function makes one of several, as its name says.
func joins(fn ast.Expr) bool {
	name := ""
	switch f := ast.Unparen(fn).(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		if pkg, ok := f.X.(*ast.Ident); ok && (pkg.Name == "strings" || pkg.Name == "filepath" || pkg.Name == "path" || pkg.Name == "errors") {
			return false
		}
		name = f.Sel.Name
	}
	name = strings.ToLower(name)
	return strings.HasPrefix(name, "join") || strings.HasPrefix(name, "merge") || strings.HasPrefix(name, "union")
}

// short is the first line of some code, as far as it is shown.
func short(code string) string {
	code, _, _ = strings.Cut(code, "\n")
	if len(code) > 60 {
		code = code[:57] + "..."
	}
	return code
}

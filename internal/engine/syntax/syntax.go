package syntax

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// FileOf returns which of some files a position is in, nil for none of them.
func FileOf(files []*ast.File, pos token.Pos) *ast.File {
	for _, file := range files {
		if file.FileStart <= pos && pos < file.FileEnd {
			return file
		}
	}
	return nil
}

// At returns where a line and column of a file are in a file set, [token.NoPos] where that has no such line. Of packages that were read
// from export data the lines are known, and no columns: it is then the beginning of the line.
func At(fset *token.FileSet, file string, line, column int) token.Pos {
	at := token.NoPos
	fset.Iterate(func(f *token.File) bool {
		if f.Name() != file || line < 1 || line > f.LineCount() {
			return true
		}
		at = f.LineStart(line)
		if pos := at + token.Pos(column-1); int(pos) <= f.Base()+f.Size() && f.PositionFor(pos, false).Line == line {
			at = pos
		}
		return false
	})
	return at
}

// AtOwn is [At] for the files of a package alone.
func AtOwn(pass *analysis.Pass, file string, line, column int) token.Pos {
	for _, f := range pass.Files {
		if f := pass.Fset.File(f.FileStart); f != nil && f.Name() == file && line <= f.LineCount() {
			return f.LineStart(line) + token.Pos(column-1)
		}
	}
	return token.NoPos
}

// Generated returns a function that reports whether a position is in a file that says that it is generated.
func Generated(pass *analysis.Pass) func(token.Pos) bool {
	generated := make(map[*token.File]bool)
	for _, file := range pass.Files {
		if ast.IsGenerated(file) {
			generated[pass.Fset.File(file.Package)] = true
		}
	}
	return func(at token.Pos) bool { return len(generated) > 0 && generated[pass.Fset.File(at)] }
}

// Callee returns the expression of the function that is called, without parentheses and type arguments.
func Callee(call *ast.CallExpr) ast.Expr { return Generic(call.Fun) }

// Generic returns an expression without the parentheses and the type arguments, or the index, after it.
func Generic(e ast.Expr) ast.Expr {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		return e.X
	case *ast.IndexListExpr:
		return e.X
	default:
		return e
	}
}

// NamePos returns where a value is written: of a function of another package, or a method, its own name.
func NamePos(e ast.Expr) token.Pos {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		return sel.Sel.Pos()
	}
	return e.Pos()
}

// CommentAbove returns the comment that ends on the line right above a place, nil if none does.
func CommentAbove(pass *analysis.Pass, pos token.Pos) *ast.CommentGroup {
	file := FileOf(pass.Files, pos)
	if file == nil {
		return nil
	}
	line := pass.Fset.Position(pos).Line
	for _, group := range file.Comments {
		if pass.Fset.Position(group.End()).Line == line-1 {
			return group
		}
	}
	return nil
}

// Declarations returns the declarations of the functions and methods that [FuncDecls] returns, by what they declare.
func Declarations(pass *analysis.Pass) map[*types.Func]*ast.FuncDecl {
	decls := make(map[*types.Func]*ast.FuncDecl)
	for decl := range FuncDecls(pass) {
		if fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
			decls[fn] = decl
		}
	}
	return decls
}

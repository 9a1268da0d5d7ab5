package syntax

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Written returns an expression as people know it. In a package that does not fully type-check, other code may stand in its place: then
// it is as the file has it, on one line.
func Written(pass *analysis.Pass, e ast.Expr) string {
	text := types.ExprString(e)
	if !strings.Contains(text, "·") {
		return text
	}
	if source, ok := Source(pass, e); ok {
		return strings.Join(strings.Fields(source), " ")
	}
	return text
}

// Source returns the text of a node. It is false where the file cannot be read as it was analysed.
func Source(pass *analysis.Pass, n ast.Node) (string, bool) {
	file := pass.Fset.File(n.Pos())
	if file == nil || pass.ReadFile == nil {
		return "", false
	}
	data, err := pass.ReadFile(file.Name())
	from, to := file.Offset(n.Pos()), file.Offset(n.End())
	if err != nil || len(data) != file.Size() || from >= to {
		return "", false
	}
	return string(data[from:to]), true
}

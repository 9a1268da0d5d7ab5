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
	file := pass.Fset.File(e.Pos())
	if file == nil || pass.ReadFile == nil {
		return text
	}
	data, err := pass.ReadFile(file.Name())
	from, to := file.Offset(e.Pos()), file.Offset(e.End())
	if err != nil || from >= to || to > len(data) {
		return text
	}
	return strings.Join(strings.Fields(string(data[from:to])), " ")
}

package report

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// frameworks are the import paths, and those below them, of packages that only tests need.
var frameworks = []string{
	"github.com/onsi/ginkgo", "github.com/onsi/gomega", "github.com/stretchr/testify",
	"sigs.k8s.io/controller-runtime/pkg/envtest", "sigs.k8s.io/e2e-framework",
}

// forTests reports whether a file is made for tests although it is no _test.go: it imports a framework of tests. What it does wrong no
// user of a program meets. Other files of its package may be the program's: mocks stand beside what they mock.
func forTests(pass *analysis.Pass, file *ast.File) bool {
	return pass.Pkg.Name() != "main" && slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
		path, err := strconv.Unquote(spec.Path.Value)
		return err == nil && slices.ContainsFunc(frameworks, func(framework string) bool {
			return path == framework || strings.HasPrefix(path, framework+"/")
		})
	})
}

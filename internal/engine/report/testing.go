package report

import (
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// frameworks are the import paths, and those below them, of packages that only tests need.
var frameworks = []string{
	"github.com/onsi/ginkgo", "github.com/onsi/gomega", "github.com/stretchr/testify",
	"sigs.k8s.io/controller-runtime/pkg/envtest", "sigs.k8s.io/e2e-framework",
}

// forTests reports whether a package is made for tests although its files are no _test.go: a file that ships with it imports a
// framework of tests. What it does wrong no user of a program meets.
func forTests(pass *analysis.Pass) bool {
	if pass.Pkg.Name() == "main" {
		return false
	}
	for _, file := range pass.Files {
		if strings.HasSuffix(pass.Fset.Position(file.Package).Filename, "_test.go") {
			continue
		}
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				continue
			}
			for _, framework := range frameworks {
				if path == framework || strings.HasPrefix(path, framework+"/") {
					return true
				}
			}
		}
	}
	return false
}

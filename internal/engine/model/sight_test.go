package model

import (
	"go/types"
	"testing"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// A library that limits its own requests promises nothing for the controllers of its users; one about
// controllers does, and so does a package of the user's.
func TestLimitsInSight(t *testing.T) {
	maker := &code.Package{Funcs: map[symbol.Name]*code.Func{"example.com/client.New": {ResultTypes: []string{"*" + known.Rate + ".Limiter"}}}}
	for _, test := range []struct {
		file    string
		imports string
		want    bool
	}{
		{"/root/go/pkg/mod/example.com/client@v1.2.3/limiter.go", known.Rate, false},
		{"/root/go/pkg/mod/example.com/client@v1.2.3/limiter.go", known.Workqueue, true},
		{"/root/go/pkg/mod/example.com/client@v1.2.3/limiter.go", known.Reconcile, true},
		{"/home/user/client/limiter.go", known.Rate, true},
	} {
		pass := sourcetest.Bare("example.com/client", test.file)
		pass.Pkg.SetImports([]*types.Package{types.NewPackage(test.imports, "p")})
		a := &packageAnalysis{pass: pass, pkg: maker}
		if got := a.limitsInSight(); got != test.want {
			t.Errorf("a limiter of %s, which imports %s, is in sight: %v, want %v", test.file, test.imports, got, test.want)
		}
		a.sight = true
		if !a.limitsInSight() {
			t.Errorf("what an import of %s has is not in sight", test.file)
		}
	}
}

package known_test

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// TestError holds what functions of the packages that wrap errors make of them.
func TestError(t *testing.T) {
	for sym, want := range map[symbol.Name]known.ErrorKind{
		"github.com/pkg/errors.Wrapf":                known.WrapError,
		"github.com/pkg/errors.WithStack":            known.WrapError,
		"github.com/pkg/errors.Errorf":               known.NewError,
		"github.com/pkg/errors.As":                   known.AsError,
		"github.com/pkg/errors.Cause":                known.NoError,
		"emperror.dev/errors.WrapIfWithDetails":      known.WrapError,
		"emperror.dev/errors.NewWithDetails":         known.NewError,
		"github.com/cockroachdb/errors.Is":           known.IsError,
		"github.com/cockroachdb/errors.Newf":         known.NewError,
		"example.com/errors.Wrap":                    known.NoError,
		"k8s.io/apimachinery/pkg/api/errors.IsGone":  known.APIError,
		"k8s.io/apimachinery/pkg/api/errors.NewGone": known.NewError,
	} {
		if got := known.Error(sym); got != want {
			t.Errorf("%s: got %d, want %d", sym, got, want)
		}
	}
}

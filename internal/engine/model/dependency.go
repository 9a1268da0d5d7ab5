package model

import (
	"go/types"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
)

// CopiesMatter reports whether methods that copy values of the types have to be analysed: if such a value can hold
// something that matters.
func CopiesMatter(list []types.Type) bool {
	return ssacode.CanHold(list, &ssacode.Selector{Type: known.Type, Field: known.SettingField, Keep: known.AskMethod})
}

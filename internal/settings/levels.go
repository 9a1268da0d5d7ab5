package settings

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/level"
)

// CheckLevel returns an error if the key, "level" or "levels", cannot have the level of that name. The
// rule is that of an entry in levels.
func CheckLevel(key, rule, name string) error {
	if rule != "" {
		if err := CheckRule(rule); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	if _, err := level.Parse(name); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// levelsText returns the levels of rules as the flag has them.
func (s *Settings) levelsText() string {
	var parts []string
	for _, rule := range slices.Sorted(maps.Keys(s.Levels)) {
		parts = append(parts, rule+"="+s.Levels[rule])
	}
	return strings.Join(parts, ",")
}

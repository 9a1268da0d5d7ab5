package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/rllint/rllint/internal/format"
)

// version returns the module version the program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

func versionLine() string {
	return fmt.Sprintf("rllint %s (%s)", version(), runtime.Version())
}

func formatList() string { return strings.Join(format.Names(), ", ") }

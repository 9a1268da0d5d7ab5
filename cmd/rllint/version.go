package main

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

func setupVersion(*flag.FlagSet) action {
	return func(stdout, _ io.Writer) (int, error) {
		_, err := fmt.Fprintln(stdout, versionLine())
		return clean, err
	}
}

// version returns the module version the program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// firstRuntime is the version of the module runtime that programs which are no release ask for.
const firstRuntime = "v0.1.0"

// runtimeVersion returns the version of the module runtime that belongs to the program: they are released
// together.
func runtimeVersion() string {
	if v := version(); semver.IsValid(v) && !module.IsPseudoVersion(v) && semver.Build(v) == "" {
		return v
	}
	return firstRuntime
}

func versionLine() string {
	return fmt.Sprintf("rllint %s (%s)", version(), runtime.Version())
}

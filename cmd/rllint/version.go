package main

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

func setupVersion(flags *flag.FlagSet) action {
	return func(stdout, _ io.Writer) (int, error) {
		if err := noArguments(flags); err != nil {
			return failed, err
		}
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

func versionLine() string {
	return fmt.Sprintf("rllint %s (%s)", version(), runtime.Version())
}

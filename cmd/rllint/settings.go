package main

import (
	"fmt"
	"io"
	"strings"
)

// runSettings prints the settings of the module as flags. Go vet knows about
// flags and not about files that a tool reads:
//
//	go vet -vettool=$(which rllint) $(rllint settings) ./...
func runSettings(args []string, stdout, stderr io.Writer) (int, error) {
	flags := newFlagSet("rllint settings", "rllint settings [-settings file]", stderr)
	in := registerInput(flags)
	if err := parse(flags, args); err != nil {
		return failed, err
	}
	file, err := in.readSettings()
	if err != nil {
		return failed, err
	}
	_, err = fmt.Fprintln(stdout, strings.Join(file.Arguments(), " "))
	return clean, err
}

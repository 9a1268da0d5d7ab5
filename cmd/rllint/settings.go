package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// setupSettings prints the settings of the module as flags. Go vet knows about
// flags and not about files that a tool reads:
//
//	go vet -vettool=$(which rllint) $(rllint settings) ./...
func setupSettings(flags *flag.FlagSet) action {
	in := registerInput(flags)
	return func(stdout, _ io.Writer) (int, error) {
		if err := noArguments(flags); err != nil {
			return failed, err
		}
		if err := in.enter(); err != nil {
			return failed, err
		}
		file, err := in.readSettings()
		if err != nil {
			return failed, err
		}
		_, err = fmt.Fprintln(stdout, strings.Join(file.Arguments(), " "))
		return clean, err
	}
}

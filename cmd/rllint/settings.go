package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/rllint/rllint/internal/settings/settingsfile"
)

// setupSettings prints the settings of the module as flags. Go vet knows about
// flags and not about files that a tool reads:
//
//	go vet -vettool=$(which rllint) $(rllint settings) ./...
func setupSettings(flags *flag.FlagSet) action {
	in := registerModule(flags)
	return func(stdout, _ io.Writer) (int, error) {

		if err := in.enter(); err != nil {
			return failed, err
		}
		name := in.settings
		if name == "" {
			var err error
			if name, err = settingsfile.Find(in.dir); err != nil {
				return failed, err
			}
		}
		file, err := in.read(context.Background(), name, moduleRoot(in.dir))
		if err != nil {
			return failed, err
		}
		_, err = fmt.Fprintln(stdout, strings.Join(file.Arguments(), " "))
		return clean, err
	}
}

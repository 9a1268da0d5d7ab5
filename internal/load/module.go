package load

import (
	"context"
	"errors"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

var errNoModule = errors.New("there is no go.mod in this directory or in one above it; run this inside the module to be analysed")

// outsideModule reports whether nothing could be listed because there is no
// module. The go command says so in different words for each kind of pattern.
func outsideModule(ctx context.Context, cfg Config, roots []*packages.Package) bool {
	for _, root := range roots {
		if len(root.Errors) == 0 {
			return false
		}
	}
	out, err := goCommand(ctx, cfg, "env", "GO111MODULE", "GOMOD", "GOWORK").Output()
	if err != nil {
		return false
	}
	values := strings.Split(string(out), "\n")
	if len(values) < 3 {
		return false
	}
	mode, module, workspace := values[0], values[1], values[2]
	return mode != "off" && module == os.DevNull && (workspace == "" || workspace == "off")
}

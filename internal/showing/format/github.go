package format

import (
	"fmt"
	"io"
	"strings"

	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/showing/checkout"
	"github.com/rllint/rllint/internal/showing/sourcetext"
)

// GitHub writes one workflow command a finding, which GitHub Actions shows as an
// annotation on the line.
func GitHub(w io.Writer, run Run) error {
	var files sourcetext.Files
	var b strings.Builder
	for _, f := range run.Findings {
		command := f.Level.String()
		if f.Level == level.Note {
			command = "notice"
		}
		properties := []string{
			"file=" + githubProperty.Replace(checkout.Name(run.Root, f.Position.Filename)),
			fmt.Sprintf("line=%d", f.Position.Line),
			fmt.Sprintf("col=%d", files.Column(f.Position)),
		}
		// GitHub has no annotation that ends in another line and still has columns.
		if f.End.IsValid() && f.End.Line == f.Position.Line {
			properties = append(properties, fmt.Sprintf("endColumn=%d", files.Column(f.End)))
		}
		properties = append(properties, "title="+githubProperty.Replace(f.Rule))
		fmt.Fprintf(&b, "::%s %s::%s\n", command, strings.Join(properties, ","), githubData.Replace(f.Message))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// What a workflow command cannot hold as it is, in its message and in its properties.
var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

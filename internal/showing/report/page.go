package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"regexp"
	"strings"

	"github.com/rllint/rllint/internal/showing/printable"
)

//go:embed page.html
var pageTemplate string

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// page escapes all that comes from a program for the place where it stands. A link has a scheme that CheckPattern allows, and
// its path is escaped.
var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"url":    func(link string) template.URL { return template.URL(link) },
	"pieces": pieces,
	"gloss": func(part string) string {
		return map[string]string{"events": "what asks for reconciles", "limiter": "delay of retries", "workers": "reconciles at a time",
			"middleware": "global limiter", "client": "requests to the API server"}[part]
	},
	"code": func(text string) template.HTML { // with commands in backquotes, and flags
		return template.HTML(codeText.ReplaceAllString(template.HTMLEscapeString(text), "<code>$1$2</code>"))
	},
	"last": func(list []string) int { return len(list) - 1 },
}).Parse(pageTemplate))

var codeText = regexp.MustCompile("`([^`]*)`|(" + flagText.String() + ")")

// A piece of a text is one that a line should not break within: a name with its hyphens, or a rate such as 10/s.
type piece struct {
	Text   string
	Whole  bool // browsers would break it
	Before bool // a line may break before it, which browsers do not know
}

var pieceText = regexp.MustCompile(`[^ /]+(?:/s\b[^ /]*|/)?|[ /]`)

// pieces cuts text for the template "text".
func pieces(text string) []piece {
	var list []piece
	inPath := false
	for _, p := range pieceText.FindAllString(text, -1) {
		whole := strings.Contains(strings.TrimSuffix(p, "/"), "/") || strings.Contains(p, "-")
		if n := len(list); n > 0 && !whole && !inPath && !list[n-1].Whole {
			list[n-1].Text += p
		} else {
			list = append(list, piece{p, whole, inPath})
		}
		inPath = strings.HasSuffix(p, "/")
	}
	return list
}

// WriteHTML writes the page. All that it says stands in its HTML. The script makes it follow the sliders; the page's own policy lets
// nothing else run or be fetched.
func (r Report) WriteHTML(w io.Writer) error { return r.writeHTML(w, Program.axes) }

func (r Report) writeHTML(w io.Writer, sliders func(Program) []axis) error {
	v, err := r.view(sliders)
	if err != nil {
		return err
	}
	return page.Execute(w, v)
}

// hash names a script or style in a Content-Security-Policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// A simulated is a program with what would happen to it.
type simulated struct {
	Program
	Scenarios []Scenario `json:"scenarios"`
}

// WriteJSON writes the report as JSON, indented, with the scenarios of each program.
func (r Report) WriteJSON(w io.Writer) error {
	programs := make([]simulated, len(r.Programs))
	for i, p := range r.Programs {
		programs[i] = simulated{p, p.Scenarios()}
	}
	return printable.JSON(w, struct {
		Report
		Programs []simulated `json:"programs"`
	}{r, programs})
}

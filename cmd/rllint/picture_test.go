package main

import (
	"bytes"
	"flag"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/images/terminal.svg anew")

// TestPicture checks that the picture in README is of what rllint prints for the example provider.
func TestPicture(t *testing.T) {
	file, err := filepath.Abs("../../docs/images/terminal.svg")
	if err != nil {
		t.Fatal(err)
	}
	var both bytes.Buffer
	enterExample(t)
	if code := run([]string{"-color=always", "./..."}, &both, &both); code != found {
		t.Fatalf("rllint ends with %d:\n%s", code, both.String())
	}
	text := "$ rllint\n" + wanted.ReplaceAllString(both.String(), "")
	picture := pictureOf(text)
	if *update {
		if err := os.WriteFile(file, []byte(picture), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if shown, err := os.ReadFile(file); err != nil || string(shown) != picture {
		t.Errorf("%v: the picture is not of\n%s\ngo test ./cmd/rllint -run Picture -update makes it anew", err, text)
	}
}

const (
	columns             = 112
	charWidth, lineStep = 8.4, 18
)

// colour is how a terminal is told of colours.
var colour = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// classes are the styles of the picture for what it is told.
var classes = map[string]string{"1": "b", "1;31": "r", "1;32": "g", "1;33": "y", "1;36": "c"}

// pictureOf draws what a terminal shows of a text.
func pictureOf(text string) string {
	var b strings.Builder
	lines := 0
	for line := range strings.Lines(text) {
		type run struct{ class, text string }
		runs := []run{{}}
		at := 0
		line = strings.TrimSuffix(line, "\n")
		for _, m := range colour.FindAllStringSubmatchIndex(line, -1) {
			runs[len(runs)-1].text = line[at:m[0]]
			at = m[1]
			runs = append(runs, run{class: classes[line[m[2]:m[3]]]})
		}
		runs[len(runs)-1].text = line[at:]
		for len(runs) > 0 {
			fmt.Fprintf(&b, `<text x="12" y="%d" xml:space="preserve">`, 26+lines*lineStep)
			for room := columns; room > 0 && len(runs) > 0; {
				r := &runs[0]
				letters := []rune(r.text)
				now := letters[:min(room, len(letters))]
				if len(now) > 0 {
					fmt.Fprintf(&b, `<tspan class="%s" textLength="%.1f">%s</tspan>`, r.class, float64(len(now))*charWidth, html.EscapeString(string(now)))
				}
				room -= len(now)
				if r.text = string(letters[len(now):]); r.text == "" {
					runs = runs[1:]
				}
			}
			b.WriteString("</text>\n")
			lines++
		}
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" role="img" aria-label="What rllint prints for the example provider">
<style>text{font:14px monospace;fill:#c9d1d9;white-space:pre}.b,.r,.g,.y,.c{font-weight:bold}.b{fill:#fff}.r{fill:#ff7b72}.g{fill:#56d364}.y{fill:#e3b341}.c{fill:#56d4dd}</style>
<rect width="100%%" height="100%%" rx="8" fill="#161b22"/>
%s</svg>
`, columns*charWidth+24, lines*lineStep+24, b.String())
}

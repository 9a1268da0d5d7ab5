package inventory

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/showing/printable"
)

// A Style says how a table looks.
type Style struct {
	Width int // characters of a line, 0 for any number
	Color bool
}

// troubles are verdicts that a reader looks for first, by how bad they are.
var troubles = map[string]int{"unset": 2, "adhoc": 2, "missing": 2, "const": 1, "default": 1, "none": 2, "unknown": 1}

// trouble says how much is wrong with a controller: without a rate nothing is missed.
func (c Controller) trouble() int {
	sum := 0
	for _, l := range c.Limits {
		if l.Key != judge.Poll.Key { // none is as good as any
			sum += troubles[l.Verdict]
		}
	}
	return sum
}

// rows returns the cells of a table: a line a controller, those with most to look at first.
func rows(list []Controller) [][]string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Controller) int { return b.trouble() - a.trouble() })
	var out [][]string
	for _, c := range list {
		row := []string{printable.Text(cmp.Or(c.Name, c.For, c.Package))}
		for _, l := range c.Limits {
			row = append(row, printable.Text(l.verdict()))
		}
		out = append(out, append(row, fmt.Sprintf("%s:%d", printable.Text(c.File), c.Line)))
	}
	return out
}

// headings are the names of the columns of a table of controllers.
func headings(doc Document) []string {
	list := []string{"controller"}
	for _, l := range doc.Controllers[0].Limits {
		list = append(list, Heading(l.Key))
	}
	return append(list, "at")
}

// Heading is what people read for the key of an attribute.
func Heading(key string) string {
	if key == judge.Concurrency.Key {
		return "workers"
	}
	return key
}

// byMain returns the controllers of each main package, by its path; those that no main package reaches come last.
func (doc Document) byMain() (mains []string, of map[string][]Controller) {
	of = make(map[string][]Controller)
	for _, c := range doc.Controllers {
		if of[c.Main] == nil {
			mains = append(mains, c.Main)
		}
		of[c.Main] = append(of[c.Main], c)
	}
	slices.Sort(mains)
	if len(mains) > 0 && mains[0] == "" {
		mains = append(mains[1:], "")
	}
	return mains, of
}

func mainTitle(main string) string {
	if main == "" {
		return "not reached from a main package"
	}
	return main
}

// WriteTable writes a line a controller, by main package, no wider than the style says.
func (doc Document) WriteTable(w io.Writer, style Style) error {
	var b strings.Builder
	mains, of := doc.byMain()
	for _, main := range mains {
		fmt.Fprintf(&b, "%s: %s\n", printable.Text(mainTitle(main)), printable.Number(len(of[main]), "controller"))
		cells := append([][]string{headings(doc)}, rows(of[main])...)
		widths := widthsOf(cells, style.Width)
		for i, row := range cells {
			var line strings.Builder
			for j, cell := range row {
				text := fit(cell, widths[j])
				padding := ""
				if j < len(row)-1 {
					padding = strings.Repeat(" ", widths[j]-utf8.RuneCountInString(text)+2)
				}
				line.WriteString(paint(style, text, i == 0, cell) + padding)
			}
			b.WriteString("  " + strings.TrimRight(line.String(), " ") + "\n")
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s; -format=text shows the places and reasons\n", printable.Number(len(doc.Controllers), "controller"))
	_, err := io.WriteString(w, b.String())
	return err
}

// widthsOf returns how wide each column is: as wide as its cells or, if that is too wide in all, the widest less.
func widthsOf(cells [][]string, most int) []int {
	widths := make([]int, len(cells[0]))
	for _, row := range cells {
		for j, cell := range row {
			widths[j] = max(widths[j], utf8.RuneCountInString(cell))
		}
	}
	const narrowest = 8
	for most > 0 {
		sum := 2
		widest := 0
		for j, w := range widths {
			sum += w + 2
			if w > widths[widest] {
				widest = j
			}
		}
		if sum-2 <= most || widths[widest] <= narrowest {
			break
		}
		widths[widest] = max(narrowest, widths[widest]-(sum-2-most))
	}
	return widths
}

// fit shortens text to so many characters. Of a place the end tells most.
func fit(text string, width int) string {
	runes := []rune(text)
	if len(runes) <= width {
		return text
	}
	if strings.Contains(text, "/") {
		return "…" + string(runes[len(runes)-width+1:])
	}
	return string(runes[:width-1]) + "…"
}

// paint colours what a reader looks for.
func paint(style Style, text string, heading bool, cell string) string {
	verdict, _, _ := strings.Cut(cell, " ")
	code := map[int]string{2: "33", 1: "36"}[troubles[verdict]]
	if heading {
		code = "1"
	}
	if !style.Color || code == "" {
		return text
	}
	return "\033[" + code + "m" + text + "\033[0m"
}

// WriteMarkdown writes a table for each main package.
func (doc Document) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	mains, of := doc.byMain()
	for _, main := range mains {
		head := headings(doc)
		fmt.Fprintf(&b, "## %s: %s\n\n| %s |\n|%s\n", printable.Markdown(mainTitle(main)), printable.Number(len(of[main]), "controller"),
			strings.Join(head, " | "), strings.Repeat("---|", len(head)))
		for _, row := range rows(of[main]) {
			for i := range row {
				row[i] = printable.Markdown(row[i])
			}
			fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s\n", printable.Number(len(doc.Controllers), "controller"))
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteCSV writes a record a controller, with a head, as RFC 4180 has it. A cell that a spreadsheet would take for a
// formula starts with an apostrophe.
func (doc Document) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := []string{"main", "file", "line", "package", "name", "for", "constructor"}
	if len(doc.Controllers) > 0 {
		for _, l := range doc.Controllers[0].Limits {
			head = append(head, l.Key)
			for _, f := range l.Fields {
				head = append(head, l.Key+"."+f.Name)
			}
			head = append(head, l.Key+".at")
		}
	}
	out.Write(head) // an error comes up in the end
	for _, c := range doc.Controllers {
		record := []string{c.Main, c.File, strconv.Itoa(c.Line), c.Package, c.Name, c.For, c.Constructor}
		for _, l := range c.Limits {
			record = append(record, l.Verdict)
			for _, f := range l.Fields {
				record = append(record, f.Value)
			}
			record = append(record, l.At)
		}
		for i, cell := range record {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t") {
				record[i] = "'" + cell
			}
		}
		out.Write(record)
	}
	out.Flush()
	return out.Error()
}

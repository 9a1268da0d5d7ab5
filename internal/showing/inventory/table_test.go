package inventory

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

func limited(name, limiter, middleware string) Controller {
	return Controller{File: "internal/controller/" + name + ".go", Line: 3, Package: "m/internal", Name: name, For: "v1.Kind", Main: "m",
		Constructor: "Complete",
		Limits: Limits{{Key: "limiter", Verdict: limiter}, {Key: "middleware", Verdict: middleware},
			{Key: "concurrency", Verdict: "const", Fields: []Field{{"value", "5"}}}}}
}

func sample() Document {
	orphan := limited("lost", "shared", "wrapped")
	orphan.Main = ""
	return Document{Schema: Schema, Controllers: []Controller{orphan, limited("good", "shared", "wrapped"),
		limited("bad\x1b[31m", "unset", "missing")}}
}

func TestTable(t *testing.T) {
	var b bytes.Buffer
	if err := sample().WriteTable(&b, Style{}); err != nil {
		t.Fatal(err)
	}
	want := `m: 2 controllers
  controller   limiter  middleware  workers  at
  bad\x1b[31m  unset    missing     const 5  internal/controller/bad\x1b[31m.go:3
  good         shared   wrapped     const 5  internal/controller/good.go:3

not reached from a main package: 1 controller
  controller  limiter  middleware  workers  at
  lost        shared   wrapped     const 5  internal/controller/lost.go:3

3 controllers; -format=text shows the places and reasons
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

// TestTableWidth checks that lines fit a terminal, as far as columns can be made narrower, and that of a place the end
// stays.
func TestTableWidth(t *testing.T) {
	var b bytes.Buffer
	if err := sample().WriteTable(&b, Style{Width: 60}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 60 {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	if !strings.Contains(b.String(), "lost.go:3\n") {
		t.Errorf("the end of a place is cut off:\n%s", b.String())
	}
}

func TestMarkdownTable(t *testing.T) {
	doc := sample()
	doc.Controllers[1].Name = "a|b<script>"
	var b bytes.Buffer
	if err := doc.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	if want := "| a\\|b&lt;script&gt; | shared | wrapped | const 5 | internal/controller/good.go:3 |\n"; !strings.Contains(b.String(), want) {
		t.Errorf("no %s in\n%s", want, b.String())
	}
}

func TestCSV(t *testing.T) {
	doc := sample()
	doc.Controllers[0].Name = "=cmd(),\"x\""
	var b bytes.Buffer
	if err := doc.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if want := "main,file,line,package,name,for,constructor,limiter,limiter.at,middleware,middleware.at,concurrency,concurrency.value,concurrency.at"; lines[0] != want {
		t.Errorf("head %s", lines[0])
	}
	if want := `,internal/controller/lost.go,3,m/internal,"'=cmd(),""x""",v1.Kind,Complete,shared,,wrapped,,const,5,`; lines[1] != want {
		t.Errorf("got  %s\nwant %s", lines[1], want)
	}
}

func TestAgainst(t *testing.T) {
	var old bytes.Buffer
	before := sample()
	before.Controllers = append(before.Controllers, limited("gone", "shared", "wrapped"))
	if err := before.WriteJSON(&old); err != nil {
		t.Fatal(err)
	}
	older, err := ReadJSON(&old)
	if err != nil {
		t.Fatal(err)
	}
	now := sample()
	now.Controllers[1].Line = 40 // lines move
	now.Controllers[1].Limits[0].Verdict = "unset"
	now.Controllers = append(now.Controllers, limited("new", "shared", "wrapped"))
	changes, err := now.Against(older, "main")
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := changes.Text(&text); err != nil {
		t.Fatal(err)
	}
	want := `internal/controller/new.go:3: new: new
internal/controller/gone.go:3: gone: gone
internal/controller/good.go:40: good: limiter was shared, is unset
Against main: 1 new, 1 gone, 1 limited differently.
`
	if text.String() != want {
		t.Errorf("got\n%swant\n%s", text.String(), want)
	}
	same, err := before.Against(older, "main")
	if err != nil || !same.Empty() {
		t.Errorf("%v, %+v: the same inventory is different", err, same)
	}
}

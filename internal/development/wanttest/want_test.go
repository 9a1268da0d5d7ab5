package wanttest

import (
	"slices"
	"testing"
)

const source = `package p

func f() {
	g() // want RL1001:"default" RL1003:"const"
	g() // want RL1002:"one" "two"
	/* want RL0002:"three" without settings RL0001:"four" */ //rllint:ignore
	g() // a comment that says: want RL1001:"no"
	_ = "// want RL1001:"
}
`

func TestParse(t *testing.T) {
	wants, err := parse("p.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range wants {
		text := w.Rule + " " + w.Pattern.String()
		if w.WithoutSettings {
			text += " without settings"
		}
		got = append(got, text)
	}
	if want := []string{"RL1001 default", "RL1003 const", "RL1002 one", "RL1002 two", "RL0002 three",
		"RL0001 four without settings"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if wants[1].Line != 4 || wants[2].Line != 5 {
		t.Errorf("lines %d and %d, want 4 and 5", wants[1].Line, wants[2].Line)
	}
}

func TestParseErrors(t *testing.T) {
	for name, comment := range map[string]string{
		"nothing":       ``,
		"no rule":       `"default"`,
		"no expression": `RL1001:`,
		"no quotes":     `RL1001:default`,
		"no regexp":     `RL1001:"("`,
		"no such rule":  `RLINT:"default"`,
	} {
		if _, err := expectations(comment); err == nil {
			t.Errorf("%s: no error for %q", name, comment)
		}
	}
}

func TestCompare(t *testing.T) {
	wants, err := parse("p.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	met := []Finding{
		{"p.go", 4, "RL1001", "the default rate limiter"},
		{"p.go", 4, "RL1003", "the constant 5"},
		{"p.go", 5, "RL1002", "two"},
		{"p.go", 5, "RL1002", "one"},
		{"p.go", 6, "RL0002", "three"},
		{"p.go", 6, "RL0001", "four"},
	}
	if differences := Compare(wants, met); len(differences) > 0 {
		t.Errorf("differences where all wants are met: %q", differences)
	}

	unmet := []Finding{
		{"p.go", 4, "RL1001", "the default rate limiter"},
		{"p.go", 4, "RL1001", "the default rate limiter"}, // twice, wanted once
		{"p.go", 5, "RL1002", "one"},
		{"p.go", 6, "RL1002", "two"}, // a line too far
		{"p.go", 6, "RL0001", "four"},
	}
	want := []string{
		`p.go:4: no RL1003 matching "const"`,
		`p.go:4: unexpected RL1001: the default rate limiter`,
		`p.go:5: no RL1002 matching "two"`,
		`p.go:6: no RL0002 matching "three"`,
		`p.go:6: unexpected RL1002: two`,
	}
	if differences := Compare(wants, unmet); !slices.Equal(differences, want) {
		t.Errorf("got %q, want %q", differences, want)
	}
}

func TestParseText(t *testing.T) {
	got := ParseText("/src", `# example.org/p
p/p.go:4:2: the constant 5 (of p.go:3) (RL1003)
/abs/q.go:10:12: no limiter (RL1001)
2 findings
`)
	want := []Finding{
		{"/src/p/p.go", 4, "RL1003", "the constant 5 (of p.go:3)"},
		{"/abs/q.go", 10, "RL1001", "no limiter"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

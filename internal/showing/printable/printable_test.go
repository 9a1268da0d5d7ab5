package printable

import "testing"

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		"controller bücket → a, b, …": "controller bücket → a, b, …",
		"a\n::error::b\r\t":           `a\n::error::b\r\t`,
		"\x1b[31mred\x07":             `\x1b[31mred\a`,
		"left\u202eright\u00a0":       `left\u202eright\u00a0`,
		"no\xffUTF-8":                 "no\uFFFDUTF-8",
	} {
		if got := Text(text); got != want {
			t.Errorf("Text(%q) = %q, want %q", text, got, want)
		}
	}
}

package main

import (
	"strings"
	"testing"
)

func TestTables(t *testing.T) {
	got := tables([]program{
		{name: "b/operator", commit: "0123", part: true, findings: map[string]int{"RL4001": 3, "RL4003": 1}},
		{name: "a/provider", commit: "4567", findings: map[string]int{"RL1004": 1, "RL4001": 1}},
		{name: "c/silent", commit: "89ab"},
	})
	const want = "| program | commit | analysed |\n|---|---|---|\n" +
		"| a/provider | `4567` | whole |\n| b/operator | `0123` | in part |\n| c/silent | `89ab` | whole |\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("the programs are\n%s\nwant\n%s", got, want)
	}
	for _, row := range []string{"| RL1004 | 1 | 1 |\n", "| RL2001 | 0 | 0 |\n", "| RL4001 | 4 | 2 |\n", "| RL4003 | 1 | 1 |\n"} {
		if !strings.Contains(got, row) {
			t.Errorf("there is no row %sin\n%s", row, got)
		}
	}
}

func TestCount(t *testing.T) {
	got, err := count([]byte(`{
	"m/a": {"RL4001": [{"posn": "/m/a.go:1:2", "message": "x"}, {"posn": "/m/a.go:3:2", "message": "x"}]},
	"m/b": {"RL4001": [{"posn": "/m/a.go:1:2", "message": "x"}], "RL1004": [{"posn": "/m/b.go:1:2", "message": "y"}]}
}`))
	if err != nil || got["RL4001"] != 2 || got["RL1004"] != 1 || len(got) != 2 {
		t.Errorf("got %v, %v", got, err)
	}
	for _, bad := range []string{"", "[]", `{"m/a": {"RL4001": {"error": "x"}}}`} {
		if _, err := count([]byte(bad)); err == nil {
			t.Errorf("%q has been read", bad)
		}
	}
}

func TestShort(t *testing.T) {
	for url, want := range map[string]string{
		"https://example.com/owner/name.git": "owner/name",
		"git@example.com:owner/name":         "owner/name",
		"name":                               "name",
	} {
		if got := short(url); got != want {
			t.Errorf("%s is %s, want %s", url, got, want)
		}
	}
}

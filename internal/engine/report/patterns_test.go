package report

import "testing"

func TestMatch(t *testing.T) {
	tests := []struct {
		patterns, file string
		want           bool
	}{
		{"pkg/a", "pkg/a/x.go", true},
		{"pkg/a/", "pkg/a/b/x.go", true},
		{"./pkg/a", "pkg/a/x.go", true},
		{"pkg/a", "pkg/ab/x.go", false},
		{"pkg/*", "pkg/ab/x.go", true},
		{"a", "pkg/a/x.go", false},
		{"**/a", "pkg/a/x.go", true},
		{"**/zz_*.go", "pkg/a/zz_generated.go", true},
		{"**/zz_*.go", "zz_generated.go", true},
		{"pkg/**/x.go", "pkg/a/b/x.go", true},
		{"pkg/**", "pkg/a/x.go", true},
		{"pkg/a/x.go", "pkg/a/x.go", true},
		{"pkg/a/x.go/more", "pkg/a/x.go", false},
		{"other,pkg", "pkg/a/x.go", true},
		{"", "pkg/a/x.go", false},
	}
	for _, test := range tests {
		var p patterns
		if err := p.Set(test.patterns); err != nil {
			t.Fatal(err)
		}
		if got := p.match(test.file); got != test.want {
			t.Errorf("%q matches %q: %v, want %v", test.patterns, test.file, got, test.want)
		}
	}
}

func TestBadPattern(t *testing.T) {
	var p patterns
	if err := p.Set("pkg/[a"); err == nil {
		t.Error("pkg/[a is taken for a pattern")
	}
}

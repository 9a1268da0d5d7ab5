package known

import "testing"

func TestMatters(t *testing.T) {
	for name, test := range map[string]struct {
		path    string
		imports []string
		want    bool
	}{
		"a primitive":                   {"example.com/a", []string{"fmt", Builder}, true},
		"a library for settings":        {"example.com/a", []string{"github.com/spf13/pflag"}, true},
		"Kubernetes' types of flag":     {"example.com/a", []string{"flag", "k8s.io/component-base/cli/flag"}, true},
		"the standard library's flag":   {"example.com/a", []string{"flag"}, true},
		"and much else":                 {"example.com/a", []string{"bytes", "flag", "fmt", "io", "net", "os", "time"}, false},
		"groups":                        {"example.com/a", []string{"context", errgroup}, true},
		"groups beside much else":       {"example.com/a", []string{"context", "fmt", "io", "net", errgroup}, false},
		"a package that matters":        {"example.com/a", []string{"example.com/b"}, true},
		"Kubernetes' own":               {"k8s.io/apiserver/a", []string{"k8s.io/component-base/cli/flag"}, false},
		"a library for settings itself": {"github.com/spf13/viper", []string{"github.com/spf13/pflag"}, false},
	} {
		if got := Matters(test.path, test.imports, func(path string) bool { return path == "example.com/b" }); got != test.want {
			t.Errorf("a package that imports %s: Matters is %t", name, got)
		}
	}
}

// TestSettingsOfKubernetes knows the types in which programs of Kubernetes' kind keep what limits their clients, and where they get a
// rest.Config from.
func TestSettingsOfKubernetes(t *testing.T) {
	if !Type("k8s.io/component-base/config.ClientConnectionConfiguration") || Type("k8s.io/component-base/config.LeaderElectionConfiguration") {
		t.Error("want functions kept that hand on the settings of clients, and not those of leader elections")
	}
	if got := Func("k8s.io/cli-runtime/pkg/genericclioptions.ConfigFlags.ToRESTConfig"); got != NewConfig {
		t.Errorf("ToRESTConfig is %v, want what makes a rest.Config", got)
	}
}

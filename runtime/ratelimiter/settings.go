package ratelimiter

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// settings are what a file may say about limits. What it does not name is as the
// program made it.
type settings struct {
	MaxReconcileRate *int                     `json:"maxReconcileRate"`
	Paused           bool                     `json:"paused"`
	Weights          map[string]int           `json:"weights"`
	Classes          map[string]classSettings `json:"classes"`
}

type classSettings struct {
	Rate   *float64 `json:"rate"`
	Burst  *int     `json:"burst"`
	Paused bool     `json:"paused"`
}

// parseSettings reads settings in YAML or JSON and checks all that can be checked
// without knowing the program's classes.
func parseSettings(content []byte) (settings, error) {
	var s settings
	if err := checkWhole(content); err != nil {
		return settings{}, err
	}
	if err := yaml.UnmarshalStrict(content, &s); err != nil {
		return settings{}, err
	}
	if n := s.MaxReconcileRate; n != nil {
		if err := checkMaxReconcileRate(*n); err != nil {
			return settings{}, err
		}
	}
	for name, weight := range s.Weights {
		if err := checkWeight(weight); err != nil {
			return settings{}, fmt.Errorf("controller %q: %w", name, err)
		}
	}
	for name, class := range s.Classes {
		rate, burst := 1.0, 1
		if class.Rate != nil {
			rate = *class.Rate
		}
		if class.Burst != nil {
			burst = *class.Burst
		}
		if _, err := checkLimit(rate, burst); err != nil {
			return settings{}, fmt.Errorf("class %q: %w", name, err)
		}
	}
	return s, nil
}

// checkWhole returns an error for content of which only a part would be used, or that is
// the beginning of something: several documents, and names without values.
func checkWhole(content []byte) error {
	documents := 0
	reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(content)))
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		var says any
		if err := yaml.Unmarshal(document, &says); err != nil {
			return err
		}
		if says == nil {
			continue
		}
		if documents++; documents > 1 {
			return errors.New("it has several YAML documents, of which one can hold")
		}
		if name := withoutValue(says); name != "" {
			return fmt.Errorf("%s has no value: is the file written half?", name)
		}
	}
	return nil
}

// withoutValue returns a name that stands without a value, or nothing.
func withoutValue(says any) string {
	fields, _ := says.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if fields[name] == nil {
			return name
		}
		if inner := withoutValue(fields[name]); inner != "" {
			return name + "." + inner
		}
	}
	return ""
}

// override returns the limit that holds if a file says this about a class.
func (c classSettings) override(own limit) limit {
	if c.Rate != nil {
		own.rate, _ = checkLimit(*c.Rate, 1) // parseSettings has checked it
	}
	if c.Burst != nil {
		own.burst = int64(*c.Burst)
	}
	own.paused = own.paused || c.Paused
	return own
}

// overrides returns what the settings say of the global limiter and the classes. It
// is called with the tree locked.
func (t *tree) overrides(s settings) (map[*Limiter]classSettings, error) {
	all := map[*Limiter]classSettings{}
	if n := s.MaxReconcileRate; n != nil || s.Paused {
		c := classSettings{Paused: s.Paused}
		if n != nil {
			rate, burst := float64(*n), burstFactor**n
			c.Rate, c.Burst = &rate, &burst
		}
		all[t.root] = c
	}
	for name, c := range s.Classes {
		class, ok := t.named[name]
		if !ok || class == t.root {
			return nil, fmt.Errorf("there is no class %q: %s", name, t.classNames())
		}
		all[class] = c
	}
	return all, nil
}

// apply makes the settings hold, all at once, or none of them if they name a class
// that there is not. It returns the controllers with a weight that are not there yet.
func (l *Limits) apply(s settings) (missing []string, err error) {
	t := l.global.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	overrides, err := t.overrides(s)
	if err != nil {
		return nil, err
	}
	now := t.now()
	for _, limiter := range t.overridden {
		if _, named := overrides[limiter]; !named {
			limiter.file = classSettings{}
			limiter.settle(now)
		}
	}
	t.overridden = t.overridden[:0]
	for limiter, c := range overrides {
		limiter.file = c
		limiter.settle(now)
		t.overridden = append(t.overridden, limiter)
	}
	t.weights = s.Weights
	for _, share := range t.shares {
		share.weigh()
	}
	for name := range s.Weights {
		if _, ok := t.shares[name]; !ok {
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	t.dispatch(now)
	return missing, nil
}

// classNames says which classes have a name.
func (t *tree) classNames() string {
	names := slices.Sorted(maps.Keys(t.named))
	names = slices.DeleteFunc(names, func(name string) bool { return t.named[name] == t.root })
	if len(names) == 0 {
		return "no class has a name, make them WithName"
	}
	return "the classes are " + strings.Join(names, ", ")
}

// Package settingsfile reads .rllint.yaml.
package settingsfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/rllint/rllint/internal/settings"
)

// Name is the name of the file, which stands at the module's root.
const Name = ".rllint.yaml"

// Find returns the settings file of the module that dir is in, "" if it has none.
func Find(dir string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			name := filepath.Join(dir, Name)
			if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
				return ""
			}
			return name // what else is wrong with it, reading it will tell
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// Read reads a settings file. Errors name the file and the line.
func Read(name string) (*settings.Settings, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the settings: %w", err)
	}
	s, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return s, nil
}

// Parse reads settings as YAML. Errors start with the line: "3: there is no …".
func Parse(data []byte) (*settings.Settings, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, syntaxError(err)
	}
	s := new(settings.Settings)
	if len(doc.Content) == 0 {
		return s, nil // empty, or nothing but comments
	}
	return s, eachKey(doc.Content[0], "the settings", func(key, value *yaml.Node) error {
		if key.Value == "rules" {
			return readRules(s, value)
		}
		list := s.List(key.Value)
		if list == nil {
			return at(key, "there is no setting %q; the settings are rules, %s", key.Value, strings.Join(settings.Keys, ", "))
		}
		return readList(list, key.Value, value)
	})
}

func readRules(s *settings.Settings, node *yaml.Node) error {
	s.Rules = make(map[string]bool)
	return eachKey(node, "rules", func(key, value *yaml.Node) error {
		if err := settings.CheckRule(key.Value); err != nil {
			return at(key, "%w", err)
		}
		var on bool
		if value.Decode(&on) != nil {
			return at(value, "%s is true or false, not %q", key.Value, value.Value)
		}
		s.Rules[key.Value] = on
		return nil
	})
}

func readList(list *[]string, key string, node *yaml.Node) error {
	if node.Kind != yaml.SequenceNode {
		return at(node, "%s is a list", key)
	}
	for _, item := range node.Content {
		if item.Kind != yaml.ScalarNode {
			return at(item, "%s is a list of names", key)
		}
		if err := settings.CheckValue(key, item.Value); err != nil {
			return at(item, "%w", err)
		}
		*list = append(*list, item.Value)
	}
	return nil
}

// eachKey calls f for each key of a mapping, in order, and refuses one that comes twice.
func eachKey(node *yaml.Node, what string, f func(key, value *yaml.Node) error) error {
	if node.Kind != yaml.MappingNode {
		return at(node, "%s must be a mapping of keys to values", what)
	}
	seen := make(map[string]bool)
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		if seen[key.Value] {
			return at(key, "%q is set twice", key.Value)
		}
		seen[key.Value] = true
		if err := f(key, value); err != nil {
			return err
		}
	}
	return nil
}

func at(node *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%d: %w", node.Line, fmt.Errorf(format, args...))
}

var syntaxMessage = regexp.MustCompile(`^yaml: line (\d+): (.*)$`)

// syntaxError gives an error of the YAML parser the form of the others.
func syntaxError(err error) error {
	message, _, _ := strings.Cut(err.Error(), "\n")
	if m := syntaxMessage.FindStringSubmatch(message); m != nil {
		return fmt.Errorf("%s: %s", m[1], m[2])
	}
	return fmt.Errorf("1: %s", strings.TrimPrefix(message, "yaml: "))
}

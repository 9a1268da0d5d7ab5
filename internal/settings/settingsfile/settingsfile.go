// Package settingsfile reads .rllint.yaml.
package settingsfile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/rllint/rllint/internal/driving/workspace"
	"github.com/rllint/rllint/internal/settings"
)

// Name is the name of the file, which stands at the module's root.
const Name = ".rllint.yaml"

// misnamed are names that are easily taken for Name.
var misnamed = []string{".rllint.yml", "rllint.yaml", "rllint.yml"}

// A File is a settings file that has been read.
type File struct {
	settings.Settings

	name  string
	lines map[string][]int // of the values in the lists, by key
}

// Find returns the settings file of the module that dir is in, "" if it has none.
func Find(dir string) (string, error) {
	if root := workspace.Above(dir, "go.mod"); root != "" {
		return In(root)
	}
	return "", nil
}

// In returns the settings file of the module whose root is dir, "" if it has none. A file
// whose name is nearly right is an error.
func In(dir string) (string, error) {
	name := filepath.Join(dir, Name)
	if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		return name, nil // what else is wrong with it, such as a link that leads nowhere, reading it will tell
	}
	for _, other := range misnamed {
		if _, err := os.Stat(filepath.Join(dir, other)); err == nil {
			return "", fmt.Errorf("%s is not read: the settings file is called %s", filepath.Join(dir, other), Name)
		}
	}
	return "", nil
}

// Read reads a settings file. Errors name the file and the line.
func Read(name string) (*File, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the settings: %w", err)
	}
	f, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	f.name = name
	return f, nil
}

// Parse reads settings as YAML. Errors start with the line: "3: there is no …".
func Parse(data []byte) (*File, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var doc, second yaml.Node
	f := &File{lines: make(map[string][]int)}
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return f, nil // empty, or nothing but comments
	case err != nil:
		return nil, syntaxError(err)
	}
	switch err := decoder.Decode(&second); {
	case err == nil:
		return nil, at(&second, "a second document starts here, which rllint would not read: write all settings in one document")
	case !errors.Is(err, io.EOF):
		return nil, syntaxError(err)
	}
	if len(doc.Content) == 0 {
		return f, nil
	}
	return f, eachKey(doc.Content[0], "the settings", func(key, value *yaml.Node) error {
		if key.Value == "rules" {
			return readRules(&f.Settings, value)
		}
		if key.Value == "level" || key.Value == "levels" {
			return f.readLevel(key.Value, value)
		}
		if on := f.Switch(key.Value); on != nil {
			return readSwitch(on, key.Value, value)
		}
		list := f.List(key.Value)
		if list == nil {
			return at(key, "there is no setting %q; the settings are rules, level, levels, %s", key.Value,
				strings.Join(slices.Concat(settings.Keys, settings.Switches), ", "))
		}
		return f.readList(list, key.Value, value)
	})
}

// readPreset reads the name of a set of rules.
func readPreset(s *settings.Settings, key string, node *yaml.Node) error {
	if isNull(node) {
		return at(node, "%s has no value: name a set of rules (%s) or leave %s out", key, strings.Join(settings.Presets, ", "), key)
	}
	rules, err := settings.Preset(node.Value)
	if err != nil {
		return at(node, "%w", err)
	}
	s.Rules = rules
	return nil
}

func readRules(s *settings.Settings, node *yaml.Node) error {
	s.Rules = make(settings.Rules)
	if node.Kind == yaml.ScalarNode {
		return readPreset(s, "rules", node)
	}
	different := make(settings.Rules)
	defer func() { maps.Copy(s.Rules, different) }()
	return eachKey(node, "rules", func(key, value *yaml.Node) error {
		if key.Value == "preset" {
			return readPreset(s, "preset", value)
		}
		if err := settings.CheckRule(key.Value); err != nil {
			return at(key, "%w", err)
		}
		var on bool
		err := readSwitch(&on, key.Value, value)
		different[key.Value] = on
		return err
	})
}

// readSwitch reads true or false. A key without a value is neither: the decoder would take it for false.
func readSwitch(on *bool, key string, node *yaml.Node) error {
	if isNull(node) || node.Decode(on) != nil {
		return at(node, "%s must be true or false, not %q", key, node.Value)
	}
	return nil
}

func isNull(node *yaml.Node) bool { return node.ShortTag() == "!!null" }

// readLevel reads the level of what is shown, or those of rules.
func (f *File) readLevel(key string, node *yaml.Node) error {
	if key == "level" {
		f.Level = node.Value
		if err := settings.CheckLevel(key, "", node.Value); err != nil {
			return at(node, "%w", err)
		}
		return nil
	}
	f.Levels = make(map[string]string)
	return eachKey(node, key, func(rule, value *yaml.Node) error {
		if err := settings.CheckLevel(key, rule.Value, value.Value); err != nil {
			return at(value, "%w", err)
		}
		f.Levels[rule.Value] = value.Value
		return nil
	})
}

func (f *File) readList(list *[]string, key string, node *yaml.Node) error {
	if node.Kind != yaml.SequenceNode {
		return at(node, "%s must be a list", key)
	}
	for _, item := range node.Content {
		if item = meant(item); item.Kind != yaml.ScalarNode || isNull(item) {
			return at(item, "%s must be a list of names", key)
		}
		if err := settings.CheckValue(key, item.Value); err != nil {
			return at(item, "%w", err)
		}
		*list = append(*list, item.Value)
		f.lines[key] = append(f.lines[key], item.Line)
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
		key, value := node.Content[i], meant(node.Content[i+1])
		if key.Kind != yaml.ScalarNode {
			return at(key, "a key of %s must be a name", what)
		}
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

// meant returns the value that a node is, or that it is an alias of.
func meant(node *yaml.Node) *yaml.Node {
	if node.Kind == yaml.AliasNode {
		return node.Alias
	}
	return node
}

func at(node *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%d: %w", node.Line, fmt.Errorf(format, args...))
}

// syntaxMessage is an error of the YAML parser. It names the line where it noticed, or the one where the thing began, or none.
var syntaxMessage = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?(.*)`)

// syntaxError gives an error of the YAML parser the form of the others.
func syntaxError(err error) error {
	m := syntaxMessage.FindStringSubmatch(err.Error())
	return fmt.Errorf("%s: this is not YAML: %s", cmp.Or(m[1], "1"), m[2])
}

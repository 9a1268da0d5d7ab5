package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/settings"
	"github.com/rllint/rllint/internal/showing/format"
)

// shellNames lists the shells that rllint has completions for.
func shellNames() []string { return []string{"bash", "zsh", "fish"} }

// setupCompletion prints a script for a shell.
func setupCompletion(flags *flag.FlagSet) action {
	return func(stdout, _ io.Writer) (int, error) {
		var b strings.Builder
		switch strings.Join(flags.Args(), " ") {
		case "bash":
			writeBash(&b)
		case "zsh":
			writeZsh(&b)
		case "fish":
			writeFish(&b)
		default:
			return failed, fmt.Errorf("completion takes the name of a shell: %s", strings.Join(shellNames(), ", "))
		}
		_, err := io.WriteString(stdout, b.String())
		return clean, err
	}
}

// flagWords lists the flags of a command as they are typed.
func (c command) flagWords() []string {
	flags, _ := c.flags()
	var words []string
	flags.VisitAll(func(f *flag.Flag) { words = append(words, "-"+f.Name) })
	return words
}

// argumentWords lists what can follow the command, besides files and directories. The names of commands, which can only come first, are
// not among them.
func (c command) argumentWords() []string {
	if c.words == nil {
		return nil
	}
	return c.words()
}

// allWords lists the flags of a command and its arguments.
func (c command) allWords() string {
	return strings.Join(append(c.flagWords(), c.argumentWords()...), " ")
}

// takesPackages reports whether directories can follow the command.
func (c command) takesPackages() bool { return strings.Contains(c.args, "[packages]") }

// values lists the words that flags are followed by; what other flags are followed by is a file.
func values() []struct{ flag, words string } {
	formats := strings.Join(format.Names(), " ") + " table csv md html" // the last four are those of inventory and report
	return []struct{ flag, words string }{
		{"-f", formats},
		{"-format", formats},
		{"-color", "auto always never"},
		{"-level", strings.Join(level.Names, " ")},
		{"-fail", strings.Join(level.Names, " ")},
		{"-rules", strings.Join(settings.Presets, " ")},
		{"-cache", "on off"},
	}
}

// fileFlags lists the flags that are followed by a file or directory.
var fileFlags = []string{"-C", "-settings", "-baseline", "-sarif", "-o"}

func writeBash(b *strings.Builder) {
	b.WriteString(`_rllint() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words directories=
	COMPREPLY=()
	case $prev in
`)
	for _, v := range values() {
		fmt.Fprintf(b, "	%s) COMPREPLY=($(compgen -W %q -- \"$cur\")); return ;;\n", v.flag, v.words)
	}
	fmt.Fprintf(b, "	%s) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n", strings.Join(fileFlags, "|"))
	b.WriteString("	esac\n	case ${COMP_WORDS[1]} in\n")
	for _, c := range slices.Backward(commands()) { // rllint itself comes last, for all other words
		directories := ""
		if c.takesPackages() {
			directories = "directories=yes "
		}
		fmt.Fprintf(b, "	%s) %swords=%q ;;\n", cmp.Or(c.name, "*"), directories, c.allWords())
	}
	fmt.Fprintf(b, `	esac
	if [ "$COMP_CWORD" = 1 ]; then words="$words %s"; directories=yes; fi
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
	if [ -n "$directories" ]; then COMPREPLY+=($(compgen -d -S / -- "$cur")); fi
}
complete -o nospace -F _rllint rllint
`, strings.Join(commandNames(), " "))
}

func writeZsh(b *strings.Builder) {
	b.WriteString("#compdef rllint\n_rllint() {\n	case ${words[CURRENT-1]} in\n")
	for _, v := range values() {
		fmt.Fprintf(b, "	%s) compadd -- %s; return ;;\n", v.flag, v.words)
	}
	fmt.Fprintf(b, "	%s) _files; return ;;\n	esac\n", strings.Join(fileFlags, "|"))
	b.WriteString("	if (( CURRENT == 2 )); then\n		local -a commands=(\n")
	for _, c := range commands()[1:] {
		fmt.Fprintf(b, "			'%s:%s'\n", c.name, strings.ReplaceAll(c.summary, "'", `'\''`))
	}
	b.WriteString("		)\n		_describe command commands\n	fi\n	case ${words[2]} in\n")
	for _, c := range slices.Backward(commands()) {
		files := ""
		if c.takesPackages() {
			files = "; _files -/"
		}
		fmt.Fprintf(b, "	%s) compadd -- %s%s ;;\n", cmp.Or(c.name, "*"), c.allWords(), files)
	}
	b.WriteString("	esac\n}\nif [ \"$funcstack[1]\" = _rllint ]; then _rllint; else compdef _rllint rllint; fi\n")
}

func writeFish(b *strings.Builder) {
	quote := func(text string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
	}
	for _, c := range commands() {
		condition := "__fish_seen_subcommand_from " + c.name
		if c.name == "" {
			condition = "not __fish_seen_subcommand_from " + strings.Join(commandNames(), " ")
		} else {
			fmt.Fprintf(b, "complete -c rllint -n __fish_use_subcommand -a %s -d %s\n", c.name, quote(c.summary))
			for _, word := range c.argumentWords() {
				fmt.Fprintf(b, "complete -c rllint -f -n %s -a %s\n", quote(condition), word)
			}
		}
		flags, _ := c.flags()
		flags.VisitAll(func(f *flag.Flag) {
			value, meaning := flag.UnquoteUsage(f)
			fmt.Fprintf(b, "complete -c rllint -n %s -o %s -d %s", quote(condition), f.Name, quote(meaning))
			words := slices.IndexFunc(values(), func(v struct{ flag, words string }) bool { return v.flag == "-"+f.Name })
			switch {
			case words >= 0:
				fmt.Fprintf(b, " -x -a %s", quote(values()[words].words))
			case value != "":
				b.WriteString(" -r")
			}
			b.WriteByte('\n')
		})
	}
}

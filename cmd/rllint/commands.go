package main

import (
	"flag"
	"io"
	"strings"
)

// A command is rllint itself or one of its subcommands. The help, the manual page and
// the shells' completions are all made from its fields.
type command struct {
	name    string // "" for rllint without a subcommand
	args    string // what follows the name, as in "[flags] [packages]"
	summary string // one line, which starts with a verb
	details string // a further paragraph, unwrapped
	words   func() []string
	setup   func(flags *flag.FlagSet) action
}

// An action carries out a command whose flags have been parsed, and returns the exit code.
type action func(stdout, stderr io.Writer) (int, error)

// commands lists the commands in the order of the help. It is a function because some
// commands show the list.
func commands() []command {
	return []command{
		{
			name:    "",
			args:    "[flags] [packages]",
			summary: "report controllers that run outside the limits of --max-reconcile-rate",
			details: "Name packages as for the go command. Without any, rllint analyses ./..., or, in a go.work and outside its modules, all " +
				"packages of all modules. Name the main packages too: they decide what each set-up function gets.",
			setup: setupLint,
		},
		{
			name:    "adopt",
			args:    "[flags] [main package]",
			summary: "put a program without limits behind those of rllint's runtime",
			details: "Main gets the flag --max-reconcile-rate, makes the limits from it and puts them into a field of each struct that " +
				"sets up a controller. rllint names what it cannot change, with file and line, and says what to do by hand. It analyses the " +
				"whole module, with its tests.",
			setup: setupAdopt,
		},
		{
			name:    "inventory",
			args:    "[flags] [packages]",
			summary: "list every controller with its limits, right or wrong",
			setup:   setupInventory,
		},
		{
			name:    "report",
			args:    "[flags] [packages]",
			summary: "write a page that shows what limits the program, and what an outage, a restart, a storm or its polls do to it",
			details: "The page is one file that opens anywhere: what limits the program on the way from an event to the API server, every " +
				"controller, and scenarios that are simulated with the program's own limits. Use md or json for job summaries and tools.",
			setup: setupReport,
		},
		{
			name:    "explain",
			args:    "RULE",
			summary: "say what a rule finds, why it matters and what to do",
			words:   ruleNames,
			setup:   setupExplain,
		},
		{
			name:    "settings",
			args:    "[flags]",
			summary: "print the settings of the module as flags, for go vet",
			details: "Go vet knows a tool's flags, but not the files that it reads: go vet -vettool=$(which rllint) $(rllint settings) ./...",
			setup:   setupSettings,
		},
		{
			name:    "cache",
			args:    "clean|path",
			summary: "remove what rllint keeps for the next run, or say where it is",
			details: "Set RLLINT_CACHE to keep it in another folder.",
			words:   cacheWords,
			setup:   setupCache,
		},
		{
			name:    "completion",
			args:    "bash|zsh|fish",
			summary: "print a script that completes rllint's arguments in a shell",
			words:   shellNames,
			setup:   setupCompletion,
		},
		{
			name:    "man",
			summary: "print the manual page, for man -l -",
			setup:   setupMan,
		},
		{
			name:    "help",
			args:    "[command]",
			summary: "show the flags of a command, or all commands",
			words:   commandNames,
			setup:   setupHelp,
		},
		{
			name:    "version",
			summary: "print the version of rllint and of the Go it was built with",
			setup:   setupVersion,
		},
	}
}

// lookup returns the command of that name, which "" is for rllint itself.
func lookup(name string) (command, bool) {
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

// commandNames lists the subcommands.
func commandNames() []string {
	var names []string
	for _, c := range commands()[1:] {
		names = append(names, c.name)
	}
	return names
}

// title is what is typed for the command.
func (c command) title() string { return strings.TrimSuffix("rllint "+c.name, " ") }

// usage is the title with what follows it.
func (c command) usage() string { return strings.TrimSuffix(c.title()+" "+c.args, " ") }

// flags returns the flags of the command and what they are for.
func (c command) flags() (*flag.FlagSet, action) {
	flags := flag.NewFlagSet(c.title(), flag.ContinueOnError)
	flags.SetOutput(io.Discard) // one sentence for a bad flag, not the whole help
	flags.Usage = func() {}
	return flags, c.setup(flags)
}

package mistakes

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

const pflag, cobra = "github.com/spf13/pflag", "github.com/spf13/cobra"

// Unparsed is the message on a flag that nothing parses.
func (m Mistake) Unparsed() string {
	why := "it is defined with pflag, and the program parses only the flags of package flag"
	if m.Value == 1 {
		why = "the program never calls flag.Parse"
	}
	return "flag " + m.Text + " always has its default: " + why
}

// unparsed finds the flags for numbers of workers and rates of clients that a main package defines and nothing parses: with pflag's
// functions, while it calls flag.Parse, which knows nothing of them, or with those of package flag, while it calls nothing that may parse
// any. What mentions all flags of a package may parse them. See vain, unparsed.
func (p *program) unparsed() {
	if p.pass.Pkg.Name() != "main" || known.Imports(p.pass.Pkg, cobra) {
		return
	}
	lists := make(map[string][]Mistake) // by the package that defines them
	parses, mayParse := make(map[string]bool), false
	for at := range syntax.Preorder(p.pass, (*ast.Ident)(nil), (*ast.CallExpr)(nil)) {
		switch n := at.Node().(type) {
		case *ast.Ident:
			obj := p.info.Uses[n]
			if obj == nil || obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
				continue
			}
			switch name := symbol.Of(obj); name {
			case pflag + ".Parse", pflag + ".ParseAll", pflag + ".CommandLine", "flag.Parse", "flag.CommandLine":
				parses[obj.Pkg().Path()] = true
			}
		case *ast.CallExpr:
			name := syntax.CalledName(p.info, n)
			flag, kind := p.flagOf(n)
			if kind == known.None || name.IsMethod() {
				mayParse = mayParse || parser.MatchString(name.Last())
				continue
			}
			m := Mistake{Pos: n.Pos(), Kind: NeverParsed, Text: flag}
			if known.IsClientRateName(flag) {
				m.Kind = RateNeverParsed
			} else if !aboutWorkers(flag) {
				continue
			}
			lists[name.Package()] = append(lists[name.Package()], m)
		}
	}
	if parses["flag"] && !parses[pflag] {
		p.result.Mistakes = append(p.result.Mistakes, lists[pflag]...)
	}
	if len(parses) == 0 && !mayParse {
		for _, m := range lists["flag"] {
			m.Value = 1
			p.result.Mistakes = append(p.result.Mistakes, m)
		}
	}
}

// parser matches the names of functions that may parse the flags of the program.
var parser = regexp.MustCompile(`(?i)parse|flags|execute|^run$|command`)

// workers is the field of a controller's options that holds the number of its workers.
const workers = "MaxConcurrentReconciles"

// flagOf returns the name of the flag that a call defines, a constant, and how it is defined, [known.None] for any other call.
func (p *program) flagOf(call *ast.CallExpr) (string, known.Kind) {
	kind, at := known.Func(syntax.CalledName(p.info, call)), 0
	if kind == known.FlagVar {
		at = 1
	} else if kind != known.FlagPointer {
		return "", known.None
	}
	if len(call.Args) > at+1 {
		if name, ok := syntax.Text(p.info, call.Args[at]); ok {
			return name, kind
		}
	}
	return "", known.None
}

// aboutWorkers reports whether a flag is named for a number of workers, so that a variable which holds what it says holds that number.
func aboutWorkers(flag string) bool {
	flag = strings.ToLower(flag)
	return slices.ContainsFunc([]string{"concurren", "workers", "reconciles", "threads"},
		func(word string) bool { return strings.Contains(flag, word) })
}

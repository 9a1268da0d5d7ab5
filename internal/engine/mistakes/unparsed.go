package mistakes

import (
	"go/ast"
	"go/constant"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

const pflag, cobra = "github.com/spf13/pflag", "github.com/spf13/cobra"

// Unparsed is the message on a flag that nothing parses.
const Unparsed = "flag %s always has its default: it is defined with pflag, and the program parses only the flags of package flag"

// unparsed finds the flags for numbers of workers and rates of clients that a main package defines with pflag's functions while it calls
// flag.Parse, which knows nothing of them, and mentions nothing of pflag's that parses them or has them all.
func (p *program) unparsed() {
	if p.pass.Pkg.Name() != "main" || !known.Imports(p.pass.Pkg, pflag) || known.Imports(p.pass.Pkg, cobra) {
		return
	}
	var list []Mistake
	others := false
	for at := range syntax.Preorder(p.pass, (*ast.Ident)(nil), (*ast.CallExpr)(nil)) {
		switch n := at.Node().(type) {
		case *ast.Ident:
			obj := p.info.Uses[n]
			if obj == nil || obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
				continue
			}
			switch symbol.Of(obj) {
			case pflag + ".Parse", pflag + ".ParseAll", pflag + ".CommandLine":
				return
			case "flag.Parse":
				others = true
			}
		case *ast.CallExpr:
			name, arg := syntax.CalledName(p.info, n), 0
			switch kind := known.Func(name); {
			case !name.In(pflag) || name.IsMethod() || kind != known.FlagPointer && kind != known.FlagVar:
				continue
			case kind == known.FlagVar:
				arg = 1
			}
			if v := p.info.Types[n.Args[arg]].Value; v != nil && v.Kind() == constant.String {
				m := Mistake{Pos: n.Pos(), Kind: NeverParsed, Text: constant.StringVal(v)}
				if known.IsClientRateName(m.Text) {
					m.Kind = RateNeverParsed
				}
				if m.Kind == RateNeverParsed || aboutWorkers(m.Text) {
					list = append(list, m)
				}
			}
		}
	}
	if others {
		p.result.Mistakes = append(p.result.Mistakes, list...)
	}
}

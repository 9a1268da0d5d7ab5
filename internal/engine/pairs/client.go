package pairs

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A Client notes where a Result and an error come together, of each outcome of a function as its note.
type Client struct {
	paths.Silent
	*paths.Program
	pass     *analysis.Pass
	denied   map[*ssa.Function]map[*ssa.BasicBlock]bool // that return because a limiter says no
	fine     map[*ssa.Function]map[Place]bool           // returns where, on some path, there is no error beside the Result
	atCall   map[callOutcome]*places
	via      map[Place]token.Pos  // the call in this package that leads to a place in another
	facts    map[string]*Fact     // of other packages, by path
	limiters map[symbol.Name]bool // methods with which a limiter says yes or no, of this package and of those that were asked for
}

// Enter looks where a limiter says no.
func (c *Client) Enter(f *paths.Frame) {
	c.fine[f.Fn] = make(map[Place]bool)
	if c.denied[f.Fn] == nil {
		c.denied[f.Fn] = c.deniedIn(f.Fn)
	}
}

// Came returns the places of a pair that a call returns. Those that callers decide are at the call.
func (c *Client) Came(_ *paths.Frame, _ *paths.Path, i *ssa.Call, o *paths.Outcome, made []paths.Value) any {
	of := placesOf(o)
	if of == nil {
		return nil
	}
	if o.Imported {
		for p := range of.list {
			if have := c.via[p]; !have.IsValid() || i.Pos() < have {
				c.via[p] = i.Pos()
			}
		}
	}
	if !of.list[Place{}] {
		return of
	}
	key := callOutcome{i, o, c.position(i.Pos())}
	key.at.describe(paths.PairOf(made, i.Call.Signature().Results()))
	key.at.Brought = handsNoError(i)
	if c.atCall[key] == nil {
		here := &places{list: make(map[Place]bool)}
		for p := range of.list {
			if p == (Place{}) {
				p = key.at
			}
			here.add(p)
		}
		c.atCall[key] = here
	}
	return c.atCall[key]
}

// placesOf returns those of an outcome, nil for none.
func placesOf(o *paths.Outcome) *places {
	of, _ := o.Note.(*places)
	return of
}

type callOutcome struct {
	call *ssa.Call
	o    *paths.Outcome
	at   Place
}

// handsNoError reports whether a call hands on that there is no error: the one that comes back with its Result is the function's own,
// such as that of a status which it could not write.
func handsNoError(i *ssa.Call) bool {
	return slices.ContainsFunc(i.Call.Args, func(arg ssa.Value) bool {
		c, ok := arg.(*ssa.Const)
		return ok && c.IsNil() && syntax.IsError(c.Type())
	})
}

// Deferred notes what a deferred call has done to the variables of Results and errors: that it has set
// one where there was none, or made another error of one that came back with a Result.
func (c *Client) Deferred(_ *paths.Frame, before, after *paths.Path, call *ssa.Defer) {
	pair := func() {
		if after.Paired == nil {
			after.Paired = call
		}
	}
	for cell, v := range after.Cells {
		old := before.Cells[cell]
		ptr, ok := cell.Type().Underlying().(*types.Pointer)
		switch {
		case !ok || old.Form != v.Form:
		case old.IsZero() && v.Asks():
			pair()
		case v.Form != paths.Single || !syntax.IsError(ptr.Elem()) || !v.Self.Fails():
		case old.Self.Is == paths.No, after.Doubted:
			pair()
		case old.Self.Fails() && v.Self.With() == nil:
			v.Self = v.Self.From(old.Self.With())
			after.Cells[cell] = v
		}
	}
}

// End notes the pair that a path returns.
func (c *Client) End(f *paths.Frame, p *paths.Path, ret *ssa.Return, results []paths.Value) func(*paths.Outcome) {
	asked, failed := paths.PairOf(results, f.Fn.Signature.Results())
	if failed.Is == paths.Lost { // of merged paths: it may be nil
		c.fine[f.Fn][c.position(ret.Pos())] = true
	}
	var made []Place
	switch {
	case asked.Asks() && failed.Fails():
		made = c.made(f, asked, failed, ret, false)
		if p.Paired != nil && failed.With() == nil {
			at := c.position(p.Paired.Pos())
			at.describe(asked, failed)
			at.Maybe, at.Deferred = true, true
			made = []Place{at}
		}
	case asked.Asks():
		c.fine[f.Fn][c.position(ret.Pos())] = true
	case asked.IsZero() && failed.Is == paths.No:
		made = c.made(f, asked, failed, ret, true)
	}
	if made == nil {
		return nil
	}
	return func(o *paths.Outcome) {
		if o.Note == nil {
			o.Note = &places{list: make(map[Place]bool)}
		}
		placesOf(o).add(made...)
	}
}

// Leave says of the pairs that are made at a return, where there is no error on another path, that
// their error can be nil.
func (c *Client) Leave(f *paths.Frame, s *paths.Summary) {
	for _, o := range s.Outcomes {
		of := placesOf(o)
		if of == nil {
			continue
		}
		for _, p := range of.sorted() {
			if at := (Place{Place: p.Place}); c.fine[f.Fn][at] && !p.Maybe && !p.Denied {
				delete(of.list, p)
				p.Maybe = true
				of.list[p] = true
			}
		}
	}
}

// made returns where a Result and an error come together that are returned: those that ask and
// fail at once, or those that answer a request which was turned away.
func (c *Client) made(f *paths.Frame, asked paths.Value, failed paths.Scalar, ret *ssa.Return, denied bool) []Place {
	if w, ok := failed.With().(*places); ok && (asked.After.With() == w || asked.Requeue.With() == w) {
		return slices.DeleteFunc(w.sorted(), func(p Place) bool { return p.Denied != denied })
	}
	p := c.position(ret.Pos())
	switch {
	case denied:
		if !c.denied[f.Fn][ret.Block()] {
			return nil
		}
		p.Denied = true
	case asked.After.Is == paths.Either && asked.After.ID < 0, asked.Requeue.Is == paths.Either && asked.Requeue.ID < 0:
		return []Place{{}} // the caller decides: it stands at the call
	default:
		p.describe(asked, failed)
		p.Older = older(f, failed, ret)
		p.Brought = brought(ret)
	}
	return []Place{p}
}

func (p *Place) describe(asked paths.Value, failed paths.Scalar) {
	p.Length = asked.After.Length
	p.Requeue = asked.After.Is == paths.No
	p.Maybe = failed.Is == paths.Either
	p.Terminal = failed.Is == paths.Yes && failed.HasKind(paths.Terminal) == paths.Yes
}

// position returns where an instruction stands, as far as it tells.
func (c *Client) position(pos token.Pos) Place {
	return Place{Place: code.PlaceOf(c.pass.Fset.Position(pos))}
}

// A Fact tells the importers of a package which pairs its functions return.
type Fact struct {
	Limiters []symbol.Name // methods with which a limiter says yes or no, sorted
	Pairs    []wirePairs   // sorted
}

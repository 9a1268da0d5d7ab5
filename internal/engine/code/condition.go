package code

import (
	"fmt"
	"maps"
	"strings"
)

// Repeated returns what the blocks that branch on a condition which another block of the function tests as well branch on,
// in a notation that is equal for conditions that are decided alike: they read the same variables, which the function itself does
// not set, and the same settings of the process, which setting says of a call that returns one. Of more than most
// conditions it returns none.
func (f *Body) Repeated(setting func(call *Instr) bool, most int) map[int]Condition {
	all := make(map[int]Condition)
	times := make(map[string]int)
	c := conditions{body: f, setting: setting}
	for b := range f.Blocks {
		arg, branches := f.branchesOn(b)
		if !branches {
			continue
		}
		if cond, ok := c.of(arg); ok {
			all[b] = cond
			times[cond.What]++
		}
	}
	maps.DeleteFunc(times, func(_ string, n int) bool { return n < 2 })
	if len(times) > most {
		return nil
	}
	maps.DeleteFunc(all, func(_ int, cond Condition) bool { return times[cond.What] == 0 })
	return all
}

// branchesOn returns the operand that a block branches on at its end, false if it does not branch.
func (f *Body) branchesOn(b int) (arg int, ok bool) {
	list := f.Blocks[b].Instrs
	if len(list) == 0 || list[len(list)-1].Op != OpIf {
		return 0, false
	}
	return list[len(list)-1].Args[0], true
}

// A Condition is what a branch tests.
type Condition struct {
	What string
	Not  bool // the first successor is where it does not hold
}

type conditions struct {
	body    *Body
	setting func(*Instr) bool
	stores  map[string]int // how often the function sets what an address names
}

// of returns the condition that an operand is, false if it may be another one each time.
func (c *conditions) of(arg int) (Condition, bool) {
	if in := c.body.Definition(arg); in != nil && in.Op == OpBinary && (in.Str == "!=" || in.Str == "==") {
		x, ok1 := c.name(in.Args[0], 0)
		y, ok2 := c.name(in.Args[1], 0)
		return Condition{What: x + " == " + y, Not: in.Str == "!="}, ok1 && ok2
	}
	name, ok := c.name(arg, 0)
	return Condition{What: name}, ok
}

// deepestName bounds what is written down of a value: one that is added to itself over and over has many ways to few parts.
const deepestName = 6

// name writes down what an operand is made of, false if it may be something else each time it is read.
func (c *conditions) name(arg, depth int) (string, bool) {
	if arg < 0 {
		k := c.body.Consts[^arg]
		return fmt.Sprint(k.Kind, k.Basic, ":", k.Text), true
	}
	in := c.body.Definition(arg)
	if in == nil {
		return fmt.Sprint("r", arg), true // a parameter
	}
	if depth == deepestName {
		return c.once(arg)
	}
	var read bool
	switch in.Op {
	case OpBinary, OpUnary, OpConvert, OpField, OpFieldAddr, OpExtract:
	case OpLoad:
		read = true
	case OpCall, OpInvoke:
		if !c.setting(in) {
			return c.once(arg)
		}
	default:
		return c.once(arg)
	}
	parts := []string{fmt.Sprint(in.Op, in.Index), in.Str}
	for _, a := range in.Args {
		part, ok := c.name(a, depth+1)
		if !ok {
			return "", false
		}
		parts = append(parts, part)
	}
	if read && c.set(parts[2]) > c.initial(in.Args[0]) {
		return "", false
	}
	return "(" + strings.Join(parts, " ") + ")", true
}

// once names a value that is computed at one place: it is the same where it is used again, unless a loop computes it anew.
func (c *conditions) once(reg int) (string, bool) {
	for b := range c.body.Blocks {
		for i := range c.body.Blocks[b].Instrs {
			if c.body.Blocks[b].Instrs[i].Dst == reg {
				return fmt.Sprint("r", reg), c.body.Blocks[b].Loop < 0
			}
		}
	}
	return "", false
}

// initial returns how often the function sets what an address names to begin with: once for a variable of its own.
func (c *conditions) initial(address int) int {
	in := c.body.Definition(address)
	for in != nil && (in.Op == OpFieldAddr || in.Op == OpIndexAddr) {
		in = c.body.Definition(in.Args[0])
	}
	if in != nil && in.Op == OpAlloc {
		return 1
	}
	return 0
}

// set returns how often the function sets what an address names.
func (c *conditions) set(address string) int {
	if c.stores == nil {
		c.stores = make(map[string]int)
		for in := range c.body.All() {
			if in.Op != OpStore {
				continue
			}
			if name, ok := c.name(in.Args[0], 0); ok {
				c.stores[name]++
			}
		}
	}
	return c.stores[address]
}

package host

import (
	"slices"
	"strconv"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// maxStates bounds the states that are told apart where ways come together.
const maxStates = 256

// intern returns the one state that is like s.
func (p *probe) intern(s state) *state {
	s.key = p.keyOf(s.asked, s.switches, -1)
	whole := s.key + strconv.Itoa(p.placeID(s.unless))
	if have := p.states[whole]; have != nil {
		return have
	}
	p.states[whole] = &s
	return &s
}

// keyOf tells a state by what was asked and by its switches, of which one is turned, none if it is negative.
func (p *probe) keyOf(asked []int, switches []Switch, turned int) string {
	b := make([]byte, 0, 64)
	for _, id := range asked {
		b = append(strconv.AppendInt(b, int64(id), 10), ' ')
	}
	b = append(b, '|')
	for i, s := range switches {
		b = strconv.AppendInt(b, int64(p.placeID(s.At)), 10)
		b = strconv.AppendBool(append(b, ' '), s.Yes != (i == turned))
		b = append(b, ' ')
	}
	return string(b)
}

// placeID numbers the places where ways part.
func (p *probe) placeID(at code.Pos) int {
	id, ok := p.places[at]
	if !ok {
		id = len(p.places)
		p.places[at] = id
	}
	return id
}

// state returns the states of the ways that lead here.
func (p *probe) state() value.Value { return p.Load(value.Ptr{Obj: p.place}) }

// askedSince returns the limiters that are asked on ways that lead here, and were not where the state was before.
func (p *probe) askedSince(before value.Value) []Taken {
	had, _ := p.simplified(before)
	has, ok := p.simplified(p.state())
	if !ok {
		return nil
	}
	var list []Taken
	for id := range p.chain.Asked {
		asks := func(s *state) bool { return slices.Contains(s.asked, id) }
		asksNot := func(s *state) bool { return !asks(s) }
		if !slices.ContainsFunc(had, asks) && slices.ContainsFunc(has, asks) {
			list = append(list, Taken{p.chain.Asked[id], !slices.ContainsFunc(has, asksNot)})
		}
	}
	return list
}

// change replaces each state of the ways that lead here.
func (p *probe) change(f func(state) state) {
	list, ok := p.current()
	if !ok {
		return // too many already
	}
	var out []value.Value
	seen := make(map[string]bool, len(list))
	changed := false
	for _, s := range list {
		t := p.intern(f(*s))
		changed = changed || t != s
		if !seen[t.key] {
			seen[t.key] = true
			out = append(out, t)
		}
	}
	if !changed {
		return
	}
	var v value.Value
	switch {
	case len(out) == 1:
		v = out[0]
	case len(out) > maxStates:
		v = &value.Unknown{Why: "more ways than are followed"}
	default:
		v = &value.Union{Of: out}
	}
	p.Store(value.Ptr{Obj: p.place}, v)
}

// current returns the states of the ways that lead here, simplified.
func (p *probe) current() (list []*state, ok bool) {
	v := p.state()
	union, isUnion := v.(*value.Union)
	if !isUnion {
		return p.simplified(v)
	}
	if list, done := p.simple[union]; done {
		return list, list != nil
	}
	if list, ok = p.simplified(v); !ok {
		list = nil
	}
	p.simple[union] = list
	return list, ok
}

// simplified returns the states that a value holds, one of those that differ only in the request's condition
// that parted them last, and without the switches that made no difference: where
// ways part by one, ask the same and come together, it is as if they had never parted. It returns false
// if the value holds more than states.
func (p *probe) simplified(v value.Value) (list []*state, ok bool) {
	ok = true
	byKey := make(map[string]*state)
	value.Each(v, func(v value.Value) {
		s, is := v.(*state)
		switch {
		case !is:
			ok = false
		case byKey[s.key] == nil:
			byKey[s.key] = s
			list = append(list, s)
		}
	})
	for i := 0; i < len(list); i++ { // what two become is looked at after all others
		s := list[i]
		if byKey[s.key] != s {
			continue // it has become one with another
		}
		for j := len(s.switches) - 1; j >= 0; j-- {
			twin := byKey[p.keyOf(s.asked, s.switches, j)]
			if twin == nil {
				continue
			}
			delete(byKey, s.key)
			delete(byKey, twin.key)
			one := p.intern(state{asked: s.asked, switches: slices.Delete(slices.Clone(s.switches), j, j+1), unless: s.unless})
			if byKey[one.key] == nil {
				byKey[one.key] = one
				list = append(list, one)
			}
			break
		}
	}
	list = slices.DeleteFunc(list, func(s *state) bool {
		if byKey[s.key] != s {
			return true
		}
		delete(byKey, s.key) // each once
		return false
	})
	return list, ok
}

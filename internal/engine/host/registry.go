package host

import (
	"hash/fnv"
	"slices"
	"strconv"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// registryParts is how many parts the registry has: each is copied when it changes.
const registryParts = 64

// Begin prepares a run.
func (h *Host) Begin(in *interp.Interp) {
	h.Run = in
	h.anyManager = in.New(managerType, &value.Struct{Rest: value.Zero{}}, value.Place{})
	h.registry = nil
	for range registryParts {
		p := in.New("controllers", &value.Struct{Rest: value.Zero{}}, value.Place{})
		h.registry = append(h.registry, p.Obj)
	}
}

// A registration is what the memory holds of a controller: the latest with its key.
type registration struct {
	*Controller
	again bool // by a call that was not followed
}

// Register notes in memory that a controller is made, and returns the one that was made before
// it with the same key on every way that leads here, nil if there is none.
func (cr *Creation) Register(key string) *Controller {
	before := cr.register(cr.Interp, key, &registration{Controller: cr.Controller})
	cr.keys[cr.Controller] = append(cr.keys[cr.Controller], key)
	if before == nil {
		return nil
	}
	cr.Clashed = cr.Clashed || before.again
	return before.Controller
}

// register returns what was registered with the key before.
func (h *Host) register(in *interp.Interp, key string, r *registration) *registration {
	sum := fnv.New64a()
	sum.Write([]byte(key))
	part := value.Ptr{Obj: h.registry[sum.Sum64()%registryParts]}
	field := strconv.FormatUint(sum.Sum64(), 16) // what is part of a path has no slashes
	before, _ := in.Field(part, field).(*registration)
	in.SetField(part, field, r)
	return before
}

// Repeats reports whether a call of a function need not be followed again.
func (h *Host) Repeats(sym symbol.Name) bool { return h.Creates != nil && h.Creates(sym) }

// Repeat registers a call that need not be followed again and, if it is not followed, the controllers of the one
// that it repeats.
func (h *Host) Repeat(c *interp.Call, first func(value.Place) bool) {
	again := func(key string, made *Controller) {
		if h.register(c.Interp, key, &registration{Controller: made, again: true}) != nil {
			h.Clashed = true
		}
	}
	again(callKey(c), nil)
	if first == nil {
		return
	}
	for _, made := range h.Controllers {
		if first(made.Site) {
			for _, key := range h.keys[made] {
				again(key, made)
			}
		}
	}
}

func callKey(c *interp.Call) string {
	key := "call " + string(c.Sym)
	for _, a := range c.Args {
		key += " " + value.Text(a)
	}
	return key
}

// RanApart registers a call that was followed when the package of its function was analysed, and the controllers that it makes.
func (h *Host) RanApart(c *interp.Call) bool {
	keys, ok := h.Apart[c.Sym]
	if !ok {
		return false
	}
	h.Skipped = append(h.Skipped, c.Sym)
	for _, key := range append([]string{callKey(c)}, keys...) {
		if h.register(c.Interp, key, &registration{again: true}) != nil {
			h.Clashed = true
		}
	}
	return true
}

// MadeIn returns the controllers that are made in calls of a function, and with which keys they are registered.
func (h *Host) MadeIn(fn *code.Func) (made []*Controller, keys []string) {
	for _, c := range h.Controllers {
		if Within(c.Site, fn) {
			made, keys = append(made, c), append(keys, h.keys[c]...)
		}
	}
	return made, keys
}

// Within reports whether a place was come to in a call of a function.
func Within(p value.Place, fn *code.Func) bool {
	return slices.ContainsFunc(p.Calls(), func(n *value.Node) bool { return n.Fn == fn })
}

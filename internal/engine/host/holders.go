package host

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/value"
)

// aQueue says what is in such an object.
const aQueue = "a queue"

// A holding is the clients that code holds.
type holding struct {
	limits []HeldClient // for each of their rest.Configs
	made   []*Client    // those of them that the calls are known for which made them
}

func (h holding) limited() bool {
	return slices.ContainsFunc(h.limits, func(l HeldClient) bool { return !l.unlimited() })
}

// holders returns the clients that the code at a call holds, which makes a queue or takes items from one: those nearest to what the
// function that calls was handed or captures, or else those of the function that called it, and so on. They lead to their rest.Configs.
// Behind clients without a limit there may be one that has some, so that these do not end the search. It ends with the call upTo.
func (h *Host) holders(c *interp.Call, upTo *value.Node) holding {
	if len(h.Clients) == 0 {
		return holding{}
	}
	of := make(map[*value.Object]*Client)
	for _, client := range h.Clients {
		of[client.config.Obj] = client
	}
	var free holding
	for n := c.At.Node; n != nil; n = n.Caller {
		given := n.Registers[:min(n.Fn.Params+n.Fn.Free, len(n.Registers))]
		// Step by step, so that a client that lies near hides those that lie deeper. The steps grow, since each walks anew.
		for _, deepest := range []int{1, 2, 3, 4, 6, 8, 16, maxHolding} {
			configs, made := h.configs(c, given, deepest, false)
			if len(configs) == 0 {
				continue
			}
			held := holding{made: made}
			for _, p := range configs {
				l := HeldClient{At: p.Obj.At}
				if client := of[p.Obj]; client != nil {
					l.ClientLimits = client.Limits
				} else {
					l.ClientLimits = h.limitsOf(c, p)
				}
				held.limits = append(held.limits, l)
			}
			if held.limited() {
				return held
			}
			free = held
		}
		if configs, _ := h.configs(c, given, maxHolding, true); n == upTo || len(configs) > 0 {
			break // or it is among the clients of several, and none of those that its callers hold
		}
	}
	return free
}

// maxHolding is how deep a client may lie in what holds it.
const maxHolding = 32

// configs returns the rest.Configs that lie no deeper than so much in values, and the clients through which they were come upon. What
// informers read with is no client of those who have the informers, and what lies in a list or a map may be another controller's
// (testdata/src/queueholders).
func (h *Host) configs(c *interp.Call, values []value.Value, deepest int, lists bool) ([]value.Ptr, []*Client) {
	var found []value.Ptr
	var clients []*Client
	w := value.Walker{Memory: c.Interp.Memory()}
	w.Visit = func(v value.Value, depth int) bool {
		var made value.Place
		switch v := v.(type) {
		case value.Ptr:
			if v.Path == "" && code.BaseType(v.Obj.Type) == code.BaseType(configType) {
				found = append(found, v)
				return false
			}
			if v.Obj.Type == managerType { // its client lies no deeper than others (testdata/src/queuemanaged)
				for p := range value.Pointers(c.Field(v, "Config")) {
					found = memo.Add(found, p)
				}
				return false
			}
			made = v.Obj.At
		case *value.Iface:
			return true // it lies where its content does
		case *value.Unknown:
			made = v.At
		case value.Slice, value.Map:
			return (lists || depth == 0) && depth < deepest // arguments are for it
		case *value.Closure:
			return !h.tells(c, v) && depth < deepest
		default:
			return depth < deepest
		}
		client, informs := h.madeAt(made)
		if client != nil {
			clients = memo.Add(clients, client)
		}
		return !informs && depth < deepest
	}
	for _, v := range values {
		w.Walk(v)
		c.Interp.Did(w.Visited())
	}
	return found, clients
}

// madeAt returns the client that was made by a call, or by one in progress there, nil if none was; and whether informers were.
func (h *Host) madeAt(at value.Place) (client *Client, informs bool) {
	for ; at.Node != nil; at = at.Node.Call() {
		if client, informs = h.clientOf[at], h.informers[at]; client != nil || informs {
			return client, informs
		}
	}
	return nil, false
}

// tells reports whether a function only tells others of something, as far as its type says: it returns nothing. What it captures is
// theirs, but for a client itself (testdata/src/queueinformed/prober.go).
func (h *Host) tells(c *interp.Call, fn *value.Closure) bool {
	if fn.Method || fn.Fn == nil || fn.Fn.Results > 0 {
		return false
	}
	tells := true
	w := value.Walker{Memory: c.Interp.Memory(), Visit: func(v value.Value, depth int) bool {
		var made value.Place
		switch v := v.(type) {
		case value.Ptr:
			made = v.Obj.At
		case *value.Unknown:
			made = v.At
		case *value.Iface:
			return true
		}
		client, _ := h.madeAt(made)
		tells = tells && client == nil
		return depth == 0
	}}
	for _, v := range fn.Bound {
		w.Walk(v)
	}
	return tells
}

// alone reports whether a goroutine that takes an item has no client: nothing that was handed to the calls which may handle the item leads
// to one or may be one, and no variable of a package leads to one. What the goroutine was started with beside that is for others. It also
// returns what decides some of what was handed to them, such as code that does not type-check, "" for nothing.
func (h *Host) alone(c *interp.Call, worker *value.Node) (alone bool, unresolved string) {
	has, open := false, false
	w := value.Walker{Memory: c.Interp.Memory()}
	w.Visit = func(v value.Value, _ int) bool {
		var made value.Place
		maybe := false
		switch v := v.(type) {
		case value.Ptr:
			has = has || code.BaseType(v.Obj.Type) == code.BaseType(configType)
			made = v.Obj.At
		case *value.Param, *contextValue:
			open = true
		case *value.Closure:
			return !has && !h.tells(c, v)
		case *value.Unknown:
			made, maybe = v.At, mayBeClient(v)
			if v.Unresolved && unresolved == "" {
				unresolved = v.Why
			}
		}
		client, informs := h.madeAt(made)
		has, open = has || client != nil, open || !informs && maybe
		return !has && !informs
	}
	for n := c.At.Node; n != nil && !has && !open; n = n.Caller {
		for _, v := range n.Registers[:min(n.Fn.Params+n.Fn.Free, len(n.Registers))] {
			open = !w.Walk(v) || open
		}
		handsOn := slices.ContainsFunc(n.Fn.ResultTypes, func(t string) bool { return t != "bool" && t != "error" })
		if n == worker || !handsOn {
			break
		}
	}
	sure := !open
	for _, v := range c.Interp.Variables() {
		if sure && !has {
			w.Walk(v)
		}
	}
	c.Interp.Did(w.Visited())
	return sure && !has, unresolved
}

// mayBeClient reports whether a value of which nothing is known may lead to a client: a channel does not, nor a time, nor what code that is
// not read hands to the program (testdata/src/queueinformed).
func mayBeClient(v *value.Unknown) bool {
	if v.At.Node == nil || len(v.Deps) > 0 || v.Why == aQueue {
		return false
	}
	return !v.At.Node.Fn.Body().Any(func(in *code.Instr) bool {
		return in.Pos == v.At.Pos && (in.Op == code.OpUnknown && in.Str != code.Received || in.Symbol().In("time"))
	})
}

// hold notes the clients that those hold who make a queue or take its items.
func (q *Queue) hold(clients holding) { q.Clients, q.Made = clients.limits, clients.made }

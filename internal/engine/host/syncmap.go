package host

import (
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// syncMaps are the methods of sync.Map, in which programs keep what many of their parts share.
var syncMaps = map[symbol.Name]meaning{
	"sync.Map.Store":         ofSyncMap(func(c *interp.Call, m value.Value) value.Value { c.Put(m, arg(c, 1), arg(c, 2)); return nil }),
	"sync.Map.Load":          ofSyncMap(func(c *interp.Call, m value.Value) value.Value { return c.Lookup(m, arg(c, 1)) }),
	"sync.Map.LoadOrStore":   ofSyncMap(loadOrStore),
	"sync.Map.LoadAndDelete": ofSyncMap(loadAndDelete),
	"sync.Map.Delete":        ofSyncMap(func(c *interp.Call, m value.Value) value.Value { c.Delete(m, arg(c, 1)); return nil }),
	"sync.Map.Range":         ofSyncMap(rangeSyncMap),
}

// syncEntries is the field of a sync.Map that has a map with what is in it.
const syncEntries = "entries"

// ofSyncMap is the meaning of a method, by what it does with the entries of one that is known.
func ofSyncMap(does func(c *interp.Call, entries value.Value) value.Value) meaning {
	return func(_ *Host, c *interp.Call) (value.Value, bool) {
		of := alternatives(value.Dynamic(arg(c, 0)))
		for _, x := range of {
			if _, ok := x.(value.Ptr); !ok {
				return nil, false
			}
		}
		return c.Either(of, func(x value.Value) value.Value {
			entries := c.Field(x, syncEntries)
			if s, ok := c.Load(x).(*value.Struct); !ok || s.Fields[syncEntries] == nil ||
				value.Some(entries, func(v value.Value) bool { _, is := v.(value.Map); return !is }) {
				content := &value.Entries{}
				if !value.IsZero(entries) { // others may have put something there
					content.Rest = &value.Unknown{Why: "what a sync.Map holds", At: c.At}
				}
				entries = value.Map{Obj: c.New("map", content, c.At).Obj}
				c.SetField(x, syncEntries, entries)
			}
			return does(c, entries)
		}), true
	}
}

func loadOrStore(c *interp.Call, m value.Value) value.Value {
	have := c.Lookup(m, arg(c, 1)).(value.Tuple)
	v, loaded := have[0], have[1]
	switch found, known := value.Truth(loaded); {
	case !known:
		v = value.Join(v, arg(c, 2))
	case !found:
		v = arg(c, 2)
	default:
		return have
	}
	c.Put(m, arg(c, 1), v)
	return value.Tuple{v, loaded}
}

func loadAndDelete(c *interp.Call, m value.Value) value.Value {
	v := c.Lookup(m, arg(c, 1))
	c.Delete(m, arg(c, 1))
	return v
}

// rangeSyncMap calls a function for each entry, in whatever order.
func rangeSyncMap(c *interp.Call, m value.Value) value.Value {
	one, ok := m.(value.Map)
	if !ok { // several
		return c.Either(alternatives(m), func(x value.Value) value.Value { return rangeSyncMap(c, x) })
	}
	entries, ok := entriesOf(c, one)
	if !ok {
		return nil
	}
	c.Invoke(entries, arg(c, 1))
	return nil
}

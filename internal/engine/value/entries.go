package value

// joinEntries joins maps entry by entry.
func joinEntries(list []Value, work *Work) Value {
	first := list[0].(*Entries)
	keys := &keyIndex{list: append([]Value(nil), first.Keys...)}
	vals := make([]Collector, len(first.Keys))
	rest := Collector{Work: work}
	rest.Add(first.Rest)
	for i, v := range first.Vals {
		vals[i].Work = work
		vals[i].Add(v)
	}
	for _, v := range list[1:] {
		e := v.(*Entries)
		rest.Add(e.Rest)
		for i, k := range e.Keys {
			at := i // mostly all were one map: then no key is looked for
			if i >= len(keys.list) || !SameKey(keys.list[i], k) {
				at = keys.find(k, work)
			}
			if at == len(vals) {
				vals = append(vals, Collector{Work: work})
			}
			vals[at].Add(e.Vals[i])
		}
	}
	out := &Entries{Keys: keys.list, Vals: make([]Value, len(vals)), Rest: rest.Value()}
	for i := range vals {
		out.Vals[i] = vals[i].Value()
	}
	return out
}

// A keyIndex is the keys of a map in their order, and where each is.
type keyIndex struct {
	list []Value
	at   map[any][]int // by what is one for keys that are one; made when a key is looked for
}

// find returns where a key is, which is put at the end if it is not there.
func (x *keyIndex) find(k Value, work *Work) int {
	if x.at == nil {
		x.at = make(map[any][]int, len(x.list))
		for i, have := range x.list {
			of := keyHash(have)
			x.at[of] = append(x.at[of], i)
		}
		work.Add(len(x.list))
	}
	of := keyHash(k)
	alike := x.at[of]
	work.Add(len(alike) / perUnit)
	for _, i := range alike {
		if SameKey(x.list[i], k) {
			return i
		}
	}
	x.at[of] = append(alike, len(x.list))
	x.list = append(x.list, k)
	return len(x.list) - 1
}

// keyHash returns what is equal for keys that are one, as [SameKey] has it.
func keyHash(k Value) any {
	switch d := Dynamic(k).(type) {
	case *Unknown, *Arith, *Union:
		return d
	case *Param:
		return hashOf(d)
	}
	return hashOf(k)
}

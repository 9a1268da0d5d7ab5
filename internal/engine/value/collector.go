package value

// maxUnion bounds the values a Union holds; more make an Unknown.
const maxUnion = 512

// A Collector joins values. Each is added at the cost of finding it among those there are, which
// an index does once they are many, and composite ones are joined at the end, all at once.
type Collector struct {
	Work *Work // to which finding values adds, nil where nobody counts

	of     []Value
	from   *Union // what of was taken from, while nothing was added
	alike  map[int][]Value
	next   int      // where unions that come from one have their next member
	over   *Unknown // they are more than a union holds
	scans  int      // how often all members were looked through
	index  map[uint64]int
	others []int // by member: another one with the same hash, -1 for none
}

// scanned is how many members are looked through one by one.
const scanned = 16

// perUnit is how many parts of values are compared in a unit of work, which hashing a value takes as well.
const perUnit = 4

// Add adds the values that v can be.
func (c *Collector) Add(v Value) {
	if c.over != nil {
		return
	}
	switch v := v.(type) {
	case nil:
	case *Union:
		if c.of == nil {
			c.of, c.from = v.Of[:len(v.Of):len(v.Of)], v
			return
		}
		if v == c.from {
			return
		}
		c.next = 0
		for i := 0; i < len(v.Of) && c.over == nil; i++ {
			c.one(v.Of[i])
		}
	default:
		c.one(v)
	}
}

func (c *Collector) one(v Value) {
	var compared comparison
	defer func() { c.Work.Add(compared.parts / perUnit) }()
	if c.next < len(c.of) && (identical(c.of[c.next], v) || form(v) == 0 && same(c.of[c.next], v, &compared)) {
		c.next++
		return
	}
	i := c.find(v, &compared)
	if i < 0 {
		c.append(v)
		return
	}
	c.next = i + 1
	if form(v) == 0 || same(c.of[i], v, &compared) {
		return
	}
	for _, have := range c.alike[i] {
		compared.parts++
		if identical(have, v) {
			return
		}
	}
	if c.alike == nil {
		c.alike = make(map[int][]Value)
	}
	c.alike[i] = append(c.alike[i], v)
}

func (c *Collector) append(v Value) {
	c.from = nil
	c.next = len(c.of) + 1
	c.of = append(c.of, v)
	if c.index != nil { // it was worth making
		c.note(len(c.of) - 1)
	}
	if len(c.of) > maxUnion {
		*c = Collector{Work: c.Work, over: &Unknown{Why: "more values than are followed", Deps: c.of[:1:1]}}
	}
}

// find returns the member that is the same as v or of the same composite form, -1 if there is none.
func (c *Collector) find(v Value, compared *comparison) int {
	composite := form(v)
	if c.index == nil {
		if c.scans++; c.scans <= scanned || len(c.of) <= scanned {
			for i, have := range c.of {
				if composite != 0 && form(have) == composite || composite == 0 && same(have, v, compared) {
					return i
				}
			}
			return -1
		}
		c.index = make(map[uint64]int, 2*len(c.of))
		for i := range c.of {
			c.note(i)
		}
		compared.parts += perUnit * len(c.of)
	}
	compared.parts += perUnit
	i, ok := c.index[hashOf(v)]
	if !ok {
		return -1
	}
	for ; i >= 0; i = c.others[i] {
		if composite != 0 && form(c.of[i]) == composite || composite == 0 && same(c.of[i], v, compared) {
			return i
		}
	}
	return -1
}

// note adds a member to the index, before those with the same hash.
func (c *Collector) note(i int) {
	k := hashOf(c.of[i])
	others, some := c.index[k]
	if !some {
		others = -1
	}
	c.others = append(c.others, others)
	c.index[k] = i
}

// Empty reports whether nothing was added.
func (c *Collector) Empty() bool { return len(c.of) == 0 && c.over == nil }

// Value returns what was collected, nil if that is nothing.
func (c *Collector) Value() Value {
	if c.over != nil {
		return c.over
	}
	if len(c.of) == 0 {
		return nil
	}
	if c.from != nil && len(c.alike) == 0 {
		return c.from // the same union as before, which joins find out at once
	}
	of := c.of
	if len(c.alike) > 0 {
		of = append([]Value(nil), of...)
		for i, list := range c.alike {
			of[i] = joinAlike(append([]Value{of[i]}, list...), c.Work)
		}
	}
	if len(of) == 1 {
		return of[0]
	}
	return &Union{Of: of}
}

// form returns the composite form of a value, 0 if it has none. Those of one form are joined part by part.
func form(v Value) int {
	switch v := v.(type) {
	case *Struct:
		return -1
	case *Array:
		return -2
	case *Entries:
		return -3
	case Tuple:
		return 1 + len(v)
	}
	return 0
}

// identical reports whether two values are one, as far as that is found without looking into them.
func identical(a, b Value) bool {
	switch a.(type) {
	case Zero:
		_, ok := b.(Zero)
		return ok
	case *Basic, *Param, *Unknown, *Arith, Ptr, *Struct, *Array, *Entries, *Closure, *Iface, *Union:
		return a == b
	}
	return false
}

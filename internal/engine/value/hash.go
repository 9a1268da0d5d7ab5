package value

import (
	"go/constant"
	"hash/maphash"
	"reflect"
)

var seed = maphash.MakeSeed()

// hashOf returns a number that is one for values that are the [Same], and that mostly differs for others. Of composite values it is that of
// their form.
func hashOf(v Value) uint64 {
	switch v := v.(type) {
	case nil, Zero:
		return 0
	case *Basic:
		return hashOfBasic(v)
	case Ptr, Slice, Map, *Union:
		return maphash.Comparable(seed, v)
	case *Param:
		return maphash.String(seed, v.Name)
	case *Iface:
		return mixed(maphash.String(seed, v.Type), hashOf(v.V))
	case *Closure:
		return maphash.String(seed, string(v.Sym))
	case *Arith:
		return mixed(maphash.String(seed, v.Op), hashWithin(v.X), hashWithin(v.Y))
	case *Unknown:
		return hashOfUnknown(v)
	}
	if f := form(v); f != 0 {
		return mixed(uint64(f))
	}
	if _, ok := v.(interface{ SameAs(Value) bool }); !ok && reflect.TypeOf(v).Kind() == reflect.Pointer {
		return maphash.Comparable(seed, v)
	}
	return 1
}

func hashOfBasic(v *Basic) uint64 {
	if IsZero(v) {
		return 0 // as the zero value of a type that has no constants
	}
	switch v.Val.Kind() {
	case constant.Float:
		return 2 // numbers that are written in two ways are equal
	case constant.Int:
		if n, exact := constant.Int64Val(v.Val); exact {
			return mixed(3, uint64(n))
		}
	case constant.String:
		return maphash.String(seed, constant.StringVal(v.Val))
	}
	return mixed(uint64(v.Val.Kind()), maphash.String(seed, v.Val.ExactString()))
}

// hashWithin returns the hash of a value of which another is computed. It looks no deeper: as deep as such values are, a hash would cost
// more than it spares.
func hashWithin(v Value) uint64 {
	switch v := v.(type) {
	case *Arith:
		return maphash.String(seed, v.Op)
	case *Iface:
		return maphash.String(seed, v.Type)
	}
	return hashOf(v)
}

// hashOfUnknown takes together what tells unknown values apart: what they are called, and where and of which values they come.
func hashOfUnknown(u *Unknown) uint64 {
	h := mixed(maphash.String(seed, u.Why), maphash.String(seed, u.Name), uint64(len(u.Deps)))
	if len(u.Deps) == 0 {
		return h
	}
	return mixed(h, identity(u.Deps[0]), identity(u.Deps[len(u.Deps)-1]), maphash.Comparable(seed, u.At))
}

// identity returns the hash of what two values have in common that are [identical].
func identity(v Value) uint64 {
	if _, zero := v.(Zero); zero || !identical(v, v) {
		return 0 // each zero value is as any other, wherever it comes from
	}
	return maphash.Comparable(seed, v)
}

// mixed makes one hash of several, as the splitmix64 generator mixes its states (Steele, Lea and Flood, 2014).
func mixed(list ...uint64) uint64 {
	var h uint64
	for _, x := range list {
		h += x + 0x9e3779b97f4a7c15
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return h
}

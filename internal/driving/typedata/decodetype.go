package typedata

import (
	"go/token"
	"go/types"
)

func (p *Package) typ(i int) types.Type {
	if p.types[i] == nil {
		t := p.record(&reader{data: p.records.at(i)})
		if p.types[i] == nil { // reading it did not lead back to it
			p.types[i] = t
		}
	}
	return p.types[i]
}

func (p *Package) record(r *reader) types.Type {
	switch r.int() {
	case tagInvalid:
		return types.Typ[types.Invalid]
	case tagBasic:
		return basic(r)
	case tagUniverse:
		return types.Universe.Lookup(string(r.bytes())).Type()
	case tagLocal:
		return p.object(r.int()).Type()
	case tagForeign:
		path := string(p.packages.at(r.int()))
		return p.foreign(path, p.text(r.int())).Type()
	case tagInstance:
		return p.instance(r)
	case tagTypeParam:
		return p.typeParam(r.int())
	case tagPointer:
		return types.NewPointer(p.typ(r.int()))
	case tagSlice:
		return types.NewSlice(p.typ(r.int()))
	case tagArray:
		n := r.int64()
		return types.NewArray(p.typ(r.int()), n)
	case tagMap:
		key := p.typ(r.int())
		return types.NewMap(key, p.typ(r.int()))
	case tagChan:
		dir := types.ChanDir(r.int())
		return types.NewChan(dir, p.typ(r.int()))
	case tagStruct:
		return p.structure(r)
	case tagTuple:
		return p.tuple(r)
	case tagSignature:
		params, results := p.typ(r.int()).(*types.Tuple), p.typ(r.int()).(*types.Tuple)
		return types.NewSignatureType(nil, nil, nil, params, results, r.bool())
	case tagInterface:
		return p.iface(r)
	case tagUnion:
		return types.NewUnion(list(r, func() *types.Term {
			tilde := r.bool()
			return types.NewTerm(tilde, p.typ(r.int()))
		}))
	}
	panic(corrupt("a type of no kind"))
}

// list reads as many things as follow.
func list[T any](r *reader, read func() T) []T {
	out := make([]T, r.count())
	for i := range out {
		out[i] = read()
	}
	return out
}

func (p *Package) typeList(r *reader) []types.Type {
	return list(r, func() types.Type { return p.typ(r.int()) })
}

func basic(r *reader) types.Type {
	kind, name := r.int(), string(r.bytes())
	if name != "" {
		if obj, ok := types.Universe.Lookup(name).(*types.TypeName); ok {
			return obj.Type()
		}
	}
	return types.Typ[kind]
}

func (p *Package) instance(r *reader) types.Type {
	origin := p.typ(r.int())
	t, err := types.Instantiate(p.universe.context, origin, p.typeList(r), false)
	if err != nil {
		panic(corrupt(err.Error()))
	}
	return t
}

func (p *Package) tuple(r *reader) *types.Tuple {
	return types.NewTuple(list(r, func() *types.Var {
		name := p.text(r.int())
		return types.NewParam(token.NoPos, p.pkg, name, p.typ(r.int()))
	})...)
}

// owner returns the package that a name belongs to.
func (p *Package) owner(r *reader) *types.Package {
	i := r.int()
	if i == 0 {
		return p.pkg
	}
	path := string(p.packages.at(i - 1))
	pkg := p.others.Package(path)
	if pkg == nil {
		panic(corrupt("the package " + path + ", which does not exist"))
	}
	return pkg
}

func (p *Package) structure(r *reader) types.Type {
	n := r.count()
	fields, tags := make([]*types.Var, n), make([]string, n)
	tagged := false
	for i := range fields {
		name := p.text(r.int())
		pkg := p.owner(r)
		t := p.typ(r.int())
		fields[i] = types.NewField(token.NoPos, pkg, name, t, r.bool())
		tags[i] = p.text(r.int())
		tagged = tagged || tags[i] != ""
	}
	if !tagged {
		tags = nil
	}
	return types.NewStruct(fields, tags)
}

func (p *Package) iface(r *reader) types.Type {
	implicit := r.bool()
	methods := list(r, func() *types.Func {
		name := p.text(r.int())
		pkg := p.owner(r)
		sig := p.signature(r.int())
		var recv *types.Var
		if r.bool() {
			recv = types.NewParam(token.NoPos, pkg, "", p.typ(r.int()))
		}
		return types.NewFunc(token.NoPos, pkg, name, types.NewSignatureType(recv, nil, nil, sig.Params(), sig.Results(), sig.Variadic()))
	})
	t := types.NewInterfaceType(methods, p.typeList(r))
	if implicit {
		t.MarkImplicit()
	}
	p.universe.interfaces = append(p.universe.interfaces, t)
	return t
}

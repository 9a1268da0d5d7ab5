package typedata

import (
	"fmt"
	"go/token"
	"go/types"
	"runtime"
	"sort"
)

// A Universe is what the packages of a program that are read from data have in common. It and its packages
// are not safe for concurrent use; what they gave out is, once [Universe.Finish] has returned.
type Universe struct {
	fset       *token.FileSet
	context    *types.Context
	pending    []func()
	interfaces []*types.Interface
	params     []constraint
	files      map[string]*token.File // of which the content is known
	standIns   map[*token.File]bool   // those of which it is not
}

// A constraint is one that a type parameter is still to be given.
type constraint struct {
	param *types.TypeParam
	typ   types.Type
}

// NewUniverse returns a universe whose objects have positions in fset.
func NewUniverse(fset *token.FileSet) *Universe {
	return &Universe{fset: fset, context: types.NewContext()}
}

// Finish completes the objects that were asked for since it was last called, with all
// that their types need. Nothing may be done with them before. It returns an error if some
// data was not what [Encode] writes.
func (u *Universe) Finish() (err error) {
	defer recoverCorrupt(&err)
	for len(u.pending) > 0 {
		last := len(u.pending) - 1
		f := u.pending[last]
		u.pending = u.pending[:last]
		f()
	}
	for _, c := range u.params {
		c.param.SetConstraint(c.typ)
	}
	for _, t := range u.interfaces {
		t.Complete()
	}
	u.params, u.interfaces = u.params[:0], u.interfaces[:0]
	return nil
}

// recoverCorrupt makes an error of what reading data panics with that is not what [Encode] writes: such as an index that leads nowhere.
func recoverCorrupt(err *error) {
	switch r := recover().(type) {
	case nil:
	case corrupt:
		*err = fmt.Errorf("type data has %s", string(r))
	case runtime.Error:
		*err = r
	default:
		panic(r)
	}
}

// Others are the packages that one is made of types of, by their import paths.
type Others interface {
	// Lookup returns an object at package level, nil if there is none. It need not be finished.
	Lookup(path, name string) types.Object
	// Package returns a package, nil if there is none.
	Package(path string) *types.Package
}

// A Package has the declarations of a package, of which those that were asked for are objects.
type Package struct {
	universe *Universe
	pkg      *types.Package
	dir      string
	others   Others
	exported int

	names, declarations, records, params, strings, files, packages table

	objects    []types.Object // by number; nil until asked for
	types      []types.Type   // by number of their record
	typeParams []*types.TypeParam
	positions  []*token.File
	texts      []string
}

// Open reads the data of pkg, which becomes the package of its objects and gets them in its scope.
// Its files are in the directory dir.
func (u *Universe) Open(pkg *types.Package, dir string, data []byte, others Others) (p *Package, err error) {
	defer recoverCorrupt(&err)
	r := &reader{data: data}
	p = &Package{universe: u, pkg: pkg, dir: dir, others: others}
	p.exported = r.int()
	for _, t := range []*table{&p.names, &p.declarations, &p.records, &p.params, &p.strings, &p.files, &p.packages} {
		*t = r.table()
	}
	if p.names.len() != p.declarations.len() || p.exported > p.names.len() {
		panic(corrupt("objects without names"))
	}
	p.objects = make([]types.Object, p.names.len())
	p.types = make([]types.Type, p.records.len())
	return p, nil
}

// Lookup returns the object at package level with the name; nil if there is none. It must be finished,
// see [Universe.Finish].
func (p *Package) Lookup(name string) (obj types.Object, err error) {
	defer recoverCorrupt(&err)
	i := sort.Search(p.exported, func(i int) bool { return string(p.names.at(i)) >= name })
	if i == p.exported || string(p.names.at(i)) != name {
		// Unexported names follow in the order in which they were met.
		for i = p.exported; i < p.names.len() && string(p.names.at(i)) != name; i++ {
		}
	}
	if i == p.names.len() {
		return nil, nil
	}
	return p.object(i), nil
}

// Exported lists the names that importers can use.
func (p *Package) Exported() []string {
	list := make([]string, p.exported)
	for i := range list {
		list[i] = string(p.names.at(i))
	}
	return list
}

// Packages lists the import paths of the packages whose types this one's objects have.
func (p *Package) Packages() []string {
	list := make([]string, p.packages.len())
	for i := range list {
		list[i] = string(p.packages.at(i))
	}
	return list
}

func (p *Package) text(i int) string {
	if p.texts == nil {
		p.texts = make([]string, p.strings.len())
	}
	if p.texts[i] == "" {
		p.texts[i] = string(p.strings.at(i))
	}
	return p.texts[i]
}

func (p *Package) object(i int) types.Object {
	if obj := p.objects[i]; obj != nil {
		return obj
	}
	name := string(p.names.at(i))
	r := &reader{data: p.declarations.at(i)}
	tag, file, line := r.int(), r.int(), r.int()
	pos := p.position(file, line)
	var obj types.Object
	switch tag {
	case objConst:
		t := p.typ(r.int())
		obj = types.NewConst(pos, p.pkg, name, t, r.constant())
	case objVar:
		obj = types.NewVar(pos, p.pkg, name, p.typ(r.int()))
	case objFunc:
		params := p.declareParams(r)
		sig := p.signature(r.int())
		obj = types.NewFunc(pos, p.pkg, name, types.NewSignatureType(nil, nil, params, sig.Params(), sig.Results(), sig.Variadic()))
	case objNamed:
		return p.named(r, i, types.NewTypeName(pos, p.pkg, name, nil))
	case objAlias:
		params := p.declareParams(r)
		rhs := p.typ(r.int())
		if p.objects[i] != nil { // the type it stands for led back to it
			return p.objects[i]
		}
		tn := types.NewTypeName(pos, p.pkg, name, nil)
		types.NewAlias(tn, rhs).SetTypeParams(params)
		obj = tn
	}
	p.add(i, obj)
	return obj
}

func (p *Package) add(i int, obj types.Object) {
	p.objects[i] = obj
	p.pkg.Scope().Insert(obj)
}

// named makes a type. What it is made of comes later: that may lead back to it.
func (p *Package) named(r *reader, i int, obj *types.TypeName) types.Object {
	t := types.NewNamed(obj, nil, nil)
	p.add(i, obj)
	if params := p.declareParams(r); len(params) > 0 {
		t.SetTypeParams(params)
	}
	p.universe.pending = append(p.universe.pending, func() {
		t.SetUnderlying(p.typ(r.int()))
		var recv *types.Var
		for range r.count() {
			m := p.method(r, recv)
			t.AddMethod(m)
			recv = m.Signature().Recv()
		}
	})
	return obj
}

// method makes a method. It has the receiver of the one before, if that is the same: API types have dozens of methods each.
func (p *Package) method(r *reader, before *types.Var) *types.Func {
	name := p.text(r.int())
	params := p.declareParams(r)
	recvName, recvType := p.text(r.int()), p.typ(r.int())
	recv := before
	if recv == nil || recv.Name() != recvName || recv.Type() != recvType {
		recv = types.NewParam(token.NoPos, p.pkg, recvName, recvType)
	}
	sig := p.signature(r.int())
	return types.NewFunc(token.NoPos, p.pkg, name, types.NewSignatureType(recv, params, nil, sig.Params(), sig.Results(), sig.Variadic()))
}

func (p *Package) signature(i int) *types.Signature {
	return p.typ(i).(*types.Signature)
}

func (p *Package) declareParams(r *reader) []*types.TypeParam {
	return list(r, func() *types.TypeParam { return p.typeParam(r.int()) })
}

func (p *Package) typeParam(i int) *types.TypeParam {
	if p.typeParams == nil {
		p.typeParams = make([]*types.TypeParam, p.params.len())
	}
	r := &reader{data: p.params.at(i)}
	if p.typeParams[i] == nil {
		obj := types.NewTypeName(token.NoPos, p.pkg, p.text(r.int()), nil)
		tp := types.NewTypeParam(obj, nil)
		p.typeParams[i] = tp
		u := p.universe
		u.pending = append(u.pending, func() { u.params = append(u.params, constraint{tp, p.typ(r.int())}) })
	}
	return p.typeParams[i]
}

// foreign returns an object of another package.
func (p *Package) foreign(path, name string) *types.TypeName {
	obj, ok := p.others.Lookup(path, name).(*types.TypeName)
	if !ok {
		panic(corrupt("a type " + path + "." + name + ", which does not exist"))
	}
	return obj
}

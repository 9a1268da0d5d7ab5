package host

import (
	"path"
	"regexp"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// A Controller is one controller that was created in a run.
type Controller struct {
	Record
	Site        value.Place
	Constructor string
	Name        string
	ForType     string
	Kind        string // the type's name; "" if it does not tell what its objects are
	HasFor      bool   // its builder is given a type, known or not, and looks up the manager's number for its kind
	Elected     bool   // made by what the program does as the leader
	Swept       bool   // reached only because code that cannot be followed may call it
	Chosen      bool   // made by one of several functions that a value can be

	Managers    []*Manager // those that it can have; none if that is not known
	ManagerOpen bool       // the manager is decided by unknown callers
	OpenManager string     // the name of such a manager
	Unmanaged   bool       // created without a manager
	OwnClient   bool       // its reconciler has a client of controller-runtime that is not its manager's
}

// A Creation is the moment at which a controller is created.
type Creation struct {
	*interp.Call
	*Host
	Controller *Controller
	Options    value.Value // controller.Options
	Reconciler value.Value
	Named      value.Value // the name it is given, which may not be constant
}

// create records a controller.
func (h *Host) create(cr *Creation) {
	c := cr.Controller
	c.Site = cr.At
	if cr.FuncAt.Pos.IsValid() && cr.FuncAt.Package() == cr.At.Package() {
		c.Site.Pos = cr.FuncAt.Pos // of a constructor used as a value, its name counts
	}
	c.Constructor = cr.Sym.Last()
	if !c.leaveLibrary() {
		return
	}
	c.Elected, c.Swept, c.Chosen = h.leading, h.Sweeping, cr.Choosing()
	c.OwnClient = h.hold(cr.Call, cr.Reconciler)
	h.notePresent(cr.Call)
	for _, r := range h.recorders {
		if r.Controller != nil {
			r.Controller(cr)
		}
	}
	h.Controllers = append(h.Controllers, c)
}

// leaveLibrary makes the site of a controller that a library creates for its caller the call of that library. It is
// false if there is none: the library makes it for itself.
func (c *Controller) leaveLibrary() bool {
	for known.CreatesForCaller(c.Site.Package()) {
		n := c.Site.Node
		c.Constructor = n.Fn.Sym.Last()
		if c.Site = (value.Place{Pos: n.At, Node: n.Caller}); n.Caller == nil {
			return false
		}
	}
	return true
}

// typeName returns the type of the object a controller is for: the last element of the import path and
// the name, as people write it, and before a version the group, as in rds/v1alpha1.Instance, since many
// groups have a kind of the same name.
func typeName(v value.Value) string {
	i, ok := v.(*value.Iface)
	if !ok {
		return ""
	}
	base := code.BaseType(i.Type)
	if strings.HasPrefix(string(base), "$") {
		return ""
	}
	if base.Package() == "" {
		return base.Declared()
	}
	dir, pkg := path.Split(base.Package())
	if dir != "" && version.MatchString(pkg) {
		switch group := path.Base(dir); group {
		case "api", "apis":
		default:
			pkg = group + "/" + pkg
		}
	}
	return pkg + "." + base.Declared()
}

// version is what packages of API types are named after.
var version = regexp.MustCompile(`^v\d+((alpha|beta)\d+)?$`)

// Function returns the named function a place lies in.
func Function(p value.Place) symbol.Name {
	if p.Node == nil {
		return ""
	}
	return p.Node.Fn.Sym.Outermost()
}

package host

import (
	"hash/fnv"
	"strconv"

	"github.com/rllint/rllint/internal/engine/interp"
)

// registryParts is how many parts the registry has: each is copied when it changes.
const registryParts = 64

// Begin prepares a run.
func (h *Host) Begin(in *interp.Interp) {
	h.registry = nil
	for range registryParts {
		p := in.New("controllers", &interp.Struct{Rest: interp.Zero{}}, interp.Place{})
		h.registry = append(h.registry, p.Obj)
	}
}

// A registration is what the memory holds of a controller: the latest with its key.
type registration struct{ *Controller }

// Register notes in memory that a controller is made, and returns the one that was made before
// it with the same key on every way that leads here, nil if there is none.
func (c *Creation) Register(key string) *Controller {
	sum := fnv.New64a()
	sum.Write([]byte(key))
	part := interp.Ptr{Obj: c.registry[sum.Sum64()%registryParts]}
	field := strconv.FormatUint(sum.Sum64(), 16) // what is part of a path has no slashes
	before, _ := c.Field(part, field).(*registration)
	c.SetField(part, field, &registration{c.Controller})
	if before == nil {
		return nil
	}
	return before.Controller
}

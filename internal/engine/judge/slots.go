// What attributes note of a controller or a manager when it is made.

package judge

import (
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/value"
)

var chainOf = host.NewSlot[host.Chain]("middleware")

// The numbers are what controllers take from their manager.
type numbers struct {
	kinds value.Value // Options.Controller.GroupKindConcurrency, a map's entries where they are known
	all   value.Value // Options.Controller.MaxConcurrentReconciles
}

var (
	ownNumber      = host.NewSlot[value.Value]("concurrency")
	managerNumbers = host.NewSlot[numbers]("concurrency of a manager")
)

// A queueLimiterOf is the limiter of a controller's queue, and the limiters that it holds.
type queueLimiterOf struct {
	limiter value.Value
	within  []value.Value
	copied  value.Value // the parameter that it is a copy of, nil for none
	lacks   bool        // parts of it do not type-check
}

var queueLimiter = host.NewSlot[queueLimiterOf]("limiter")

// The queueOptionsOf a controller or a manager say which queue there is.
type queueOptionsOf struct {
	newQueue   value.Value
	preference []prefers
}

// A prefers is one thing that UsePriorityQueue may say: whether to, nil where it does not say.
type prefers struct {
	whether value.Value
	at      value.Place
}

var queueOptions = host.NewSlot[queueOptionsOf]("kind of queue")

// A naming is whether the library looks at the names of controllers.
type naming struct {
	refused bool
	skip    value.Place // where the options were told that it shall not, where that is known
}

var managerNames = host.NewSlot[naming]("whether a manager looks at names")

// An identity is what tells a controller from others, and the one like it that was made before.
type identity struct {
	named  value.Value
	same   *host.Controller // made at the same site for the same type, nil if none was
	namely *host.Controller // made with the same name, nil if none was
	names  naming           // what its own options say of names
	runs   string           // what tells its reconciler from others
}

var identities = host.NewSlot[identity]("identity")

// An election is what the options of a manager say of its leader election.
type election struct {
	on, lock value.Value
	limiter  value.Value // of the config that its client is made of
}

var elections = host.NewSlot[election]("leader election")

var madeBefore = host.NewSlot[[]*host.Limiter]("limiters that exist when a controller is made")

// syncPeriods are what the caches of managers are listed again after.
var syncPeriods = host.NewSlot[host.Delay]("sync period")

// handed are the options that a function gets and does not read.
type handed struct {
	to               *value.Node
	workers, limiter value.Value
	sets             bool // the controller has options of its own
}

var unread = host.NewSlot[handed]("options that nobody reads")

var unwatched = host.NewSlot[bool]("nothing watched")

var askedByHand = host.NewSlot[[]host.ByHand]("byhand")

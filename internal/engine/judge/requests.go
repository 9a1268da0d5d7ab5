package judge

import (
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// Requests is what limits the requests that a controller sends: its client, which all controllers of a manager have. It has one
// bucket for each kind of object, since controller-runtime makes a REST client for each and nothing sets their rest.Config's RateLimiter
// (client_rest_resources.go, from v0.14 to v0.24 at least).
var Requests = register(&Attribute{
	Key:    "client",
	Rule:   "RL5001",
	Fields: []string{"qps", "burst", "flag"},
	Listed: true,
	judge:  (*Judge).requests,
	queue:  (*Judge).requestsOfQueue,
	faults: (*Judge).starved,
})

// requests judges the client of a controller.
func (j *Judge) requests(rec *host.Controller) Judgement {
	switch {
	case rec.ManagerOpen:
		return undecided("the manager, whose client the controller uses,")
	case rec.Unmanaged && len(rec.Managers) == 0:
		return j.onlyRequests(rec.Site)
	case len(rec.Managers) == 0:
		return unknown("the manager, whose client the controller uses, cannot be followed")
	}
	var list []Judgement
	for _, m := range rec.Managers {
		list = append(list, j.requestsOf(m.Limits, m.At))
	}
	return agreed(list)
}

// requestsOfQueue judges the client of the workers of a queue made by hand.
func (j *Judge) requestsOfQueue(q *host.Queue) Judgement {
	if q.Open || !j.Program.Main {
		return undecided("the client of its workers")
	}
	if q.Alone() {
		return unknown("its workers have no client")
	}
	if len(q.Workers) == 0 && j.Program.Unread { // they may have no client, as those of runnables/syncer
		return unknown("none of its workers is known, and a part of the program was not read")
	}
	if connects(q) {
		return unknown("its workers make clients themselves, perhaps for each item")
	}
	if of, ok := j.requestsOfHeld(q.Held); ok {
		return of // whatever those have who made it, such as what informers read with
	}
	if i := slices.IndexFunc(q.Workers, func(w host.Worker) bool { return w.Unresolved != "" }); i >= 0 {
		return unknown("what its workers have depends on " + q.Workers[i].Unresolved) // queueinformed, without an import of its informers
	}
	if of, ok := j.requestsOfHeld(q.Clients); ok {
		return of
	}
	return j.onlyRequests(q.Site)
}

// requestsOfHeld is the one judgement that clients come to which somebody holds, false if there is none.
func (j *Judge) requestsOfHeld(clients []host.HeldClient) (Judgement, bool) {
	var held []Judgement
	lost := false // what limits one of them: that they have the default is then not certain
	for _, l := range clients {
		if slices.ContainsFunc(j.Program.Clients, func(c *host.Client) bool { return c.Elects && c.Config == l.At }) {
			continue
		}
		if of := j.requestsOf(l.ClientLimits, l.At); of.Verdict != Unknown {
			held = append(held, of)
		} else {
			lost = true
		}
	}
	limited := slices.DeleteFunc(slices.Clone(held), func(of Judgement) bool { return of.Verdict == Unlimited })
	if of, ok := alike(limited); ok && of.Verdict != Default {
		return of, true // whatever else the workers have
	}
	of, ok := alike(held)
	return of, ok && !(lost && of.Verdict == Default)
}

// onlyRequests is the judgement on what has the clients that the program hands it: they are limited in one way, or all but one
// as the library does by default. Clients of other commands of the program are none of its own.
func (j *Judge) onlyRequests(site value.Place) Judgement {
	all := j.requestsOfAll(site)
	if len(all) == 0 {
		return unknown("no client that is made is known")
	}
	if of, ok := alike(all); ok {
		return of
	}
	return unknown("one of several clients, which are limited differently")
}

// requestsOfAll judges the clients that the program hands to what is made at a site.
func (j *Judge) requestsOfAll(site value.Place) []Judgement {
	var all []Judgement
	for _, m := range j.Program.Managers {
		all = append(all, j.requestsOf(m.Limits, m.At))
	}
	for _, c := range j.Program.Clients {
		if !otherCommand(c.At, site) && !c.Elects {
			all = append(all, j.requestsOf(c.Limits, c.At))
		}
	}
	return all
}

// alike returns the one judgement that several come to, or the one other than the library's default; false if there are several of these,
// or none.
func alike(list []Judgement) (Judgement, bool) {
	var set, all []Judgement
	for _, q := range list {
		same := func(other Judgement) bool {
			return q.Verdict == other.Verdict && q.Value == other.Value && q.Name == other.Name
		}
		if q.Verdict != Default && !slices.ContainsFunc(set, same) {
			set = append(set, q)
		}
		if !slices.ContainsFunc(all, same) {
			all = append(all, q)
		}
	}
	switch {
	case len(all) == 1:
		return all[0], true
	case len(set) == 1:
		return set[0], true
	}
	return Judgement{}, false
}

// agreed is what several judgements say, if they say the same.
func agreed(list []Judgement) Judgement {
	for _, other := range list[1:] {
		if other.Verdict != list[0].Verdict || other.Value != list[0].Value {
			return unknown("one of several clients, which are limited differently")
		}
	}
	return list[0]
}

// requestsOf judges what limits the requests of a client that was made at a place.
func (j *Judge) requestsOf(l host.ClientLimits, at value.Place) Judgement {
	if !l.Whole {
		return unknown("the rest.Config cannot be followed")
	}
	if l.Free {
		return Judgement{Verdict: Unlimited, Detail: "the limiter of the rest.Config lets all requests through", At: at}
	}
	qps, burst, followed := j.ratesOfClient(l)
	if !followed {
		return unknown("the limiter of the rest.Config cannot be followed")
	}
	qps, burst = j.Program.Set(qps), j.Program.Set(burst) // generated code makes a limiter of what a library has put there too
	q := j.number(&host.Controller{Site: at}, qps, "")
	switch q.Verdict {
	case Unset:
		return j.libraryDefault(l, qps, at)
	case Const:
		if negative(q.Value) {
			return Judgement{Verdict: Unlimited, Detail: "QPS is " + Either(q.Value), At: q.At}
		}
		if !isDecided(qps) {
			switch otherwise := j.libraryDefault(l, qps, at); otherwise.Verdict {
			case Default:
				q.Value = listed(append(split(q.Value), otherwise.Value))
			case Unlimited:
				q.Value = listed(append(split(q.Value), "-1"))
			default:
				return otherwise
			}
			q.Detail = OneOf(q.Value)
		}
		q.Detail = "QPS is " + q.Detail
	case Rate, Flag:
		q.Value = byDefault(qps)
	default:
		return q
	}
	q.Burst = burstText(burst)
	return q
}

// burstText returns the burst of a client whose QPS is set: client-go's 10 if nobody sets it, and what it comes to
// where no flag is given; "" where that is not known.
func burstText(burst value.Value) string {
	if value.IsZero(burst) {
		return "10"
	}
	if text, ok := value.NumberText(burst); ok {
		return text
	}
	return byDefault(burst)
}

// libraryDefault is the judgement on a client whose QPS nobody sets.
func (j *Judge) libraryDefault(l host.ClientLimits, qps value.Value, at value.Place) Judgement {
	made := l.Made
	if _, written := qps.(*value.Basic); written || len(made) == 0 {
		made = []string{""} // a 0 that is written into a config is client-go's to fill
	}
	var list []Judgement
	for _, by := range made {
		list = append(list, j.defaultOf(by, at))
	}
	return agreed(list)
}

// defaultOf is the judgement on a client whose config a function has made, and nobody changed.
func (j *Judge) defaultOf(made string, at value.Place) Judgement {
	if !strings.Contains(made, ".GetConfig") {
		detail := "client-go's default"
		if made != "" {
			detail += ", for a rest.Config of " + path.Base(made)
		}
		return Judgement{Verdict: Default, Detail: detail, At: at, Value: "5", Burst: "10"}
	}
	defaults, ok := known.DefaultsOf(j.Program.Version)
	detail := path.Base(made) + " of controller-runtime " + j.Program.Version
	switch {
	case !ok:
		return noVersion()
	case defaults.QPS < 0:
		return Judgement{Verdict: Unlimited, Detail: detail + " sets no limit", At: at}
	}
	return Judgement{Verdict: Default, Detail: detail, At: at, Value: strconv.Itoa(defaults.QPS), Burst: strconv.Itoa(defaults.Burst)}
}

func noVersion() Judgement {
	return unknown("the version of controller-runtime, which decides the default, is not known")
}

// Starved says that more workers share a client than its default serves.
const Starved Verdict = "starved"

// Strained says the same of a program whose authors may well know, or need not care, since controllers that write objects of different
// kinds do not wait for each other: the workers are a fixed number, and the client has a request a second for each that one controller
// has; the client serves as many as one has unless somebody sets more, or each controller has one then, or how many that is is not
// known; or the program is an example.
const Strained Verdict = "strained"

// starvedOr returns which of the two it is.
func starvedOr(w workerNumber, all, qps int, at value.Place) Verdict {
	fixed := w.setting == "" && w.most <= qps
	enough := w.setting != "" && (!w.told || w.most*requestsOfBusy <= qps || w.number <= all)
	if fixed || enough || strings.Contains(filepath.ToSlash(at.Pos.File), "/examples/") {
		return Strained
	}
	return Starved
}

// requestsOfBusy is how many requests a second a worker makes that is one of so many that the client is what they wait for.
const requestsOfBusy = 2

// requestsOfWorker is how many requests a second a worker needs to be of use, as Crossplane counts: five.
const requestsOfWorker = 5

// few is how many workers a program may write down that nobody means to be many: two, as Kubernetes' sample has, and one more.
const few = 3

// starved finds the clients of managers that are slower than the workers that share them, and that nobody can set.
func (j *Judge) starved() []Fault {
	if !j.Program.Main {
		return nil
	}
	var faults []Fault
	for _, m := range j.Program.Managers {
		client := j.requestsOf(m.Limits, m.At)
		if client.Verdict != Default || j.promises() && len(j.underRate(m)) > 0 && j.client(m).Verdict.Bad() {
			continue // the last is what RL1004 says
		}
		own := oneOfEach(distinct(slices.DeleteFunc(j.controllersOf(m), func(rec *host.Controller) bool { return rec.OwnClient })))
		w := j.workersOf(own)
		qps, _ := strconv.Atoi(client.Value)
		if w.setting == "" && (w.number <= max(few, len(own)) || w.number*requestsOfWorker < qps) {
			continue
		}
		number, verdict := strconv.Itoa(w.number), starvedOr(w, len(own), qps, whereSet(m))
		if verdict == Starved && w.setting == "" {
			own, number = j.busiest(own, qps)
		}
		faults = append(faults, Fault{Verdict: verdict, Value: number, Name: w.settings(), Part: w.part(len(own)), Cause: whereSet(m),
			AtCause: true, Controllers: own,
			Detail: client.Value + " requests a second (burst " + client.Burst + ") for each kind of object, " + client.Detail})
	}
	if f, found := j.starvedQueues(); found && len(faults)+len(j.bypassed()) == 0 {
		faults = append(faults, f)
	}
	return faults
}

// whereSet returns where the rate of a manager's client would be set: at the manager, or where its config is made if another function
// does that.
func whereSet(m *host.Manager) value.Place {
	if made := m.Limits.MadeAt; made.Pos.IsValid() && host.Function(made) != host.Function(m.At) && !made.Pos.InDependency() {
		return made
	}
	return m.At
}

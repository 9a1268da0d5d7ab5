package judge

import (
	"slices"
	"strconv"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
)

// starvedQueues is the fault of a client that is slower than the workers of the queues that a program makes by hand, if
// nobody can set it.
func (j *Judge) starvedQueues() (Fault, bool) {
	queues := slices.DeleteFunc(eachOnce(j.Program.OwnQueues()), func(q *host.Queue) bool {
		return q.Alone() || connects(q) || j.makesClients(q)
	})
	if len(queues) == 0 {
		return Fault{}, false
	}
	all := len(queues)
	queues = surelyApart(queues)
	client := j.onlyRequests(queues[0].Site)
	queues = slices.DeleteFunc(queues, func(q *host.Queue) bool { return otherCommand(client.At, q.Site) })
	if client.Verdict != Default || !client.At.Pos.IsValid() {
		return Fault{}, false
	}
	var worst Fault
	found := false
	for _, group := range sharing(queues) {
		of := client
		if group.client != nil {
			if of = j.requestsOf(group.client.Limits, group.client.At); of.Verdict != Default {
				continue
			}
		}
		f, is := j.starvedGroup(group.queues, of)
		if is && group.client == nil && len(j.requestsOfAll(queues[0].Site)) > 1 {
			f.Verdict = Strained // which of the program's clients its workers have is not known
		}
		if is && len(group.queues) < all {
			f.Sharing = len(group.queues)
		}
		if is && (!found || f.Verdict == Starved && worst.Verdict != Starved || f.Verdict == worst.Verdict && len(f.Queues) > len(worst.Queues)) {
			worst, found = f, true
		}
	}
	return worst, found
}

// A group is of queues whose workers share a client, which is nil where nobody knows what they have.
type group struct {
	client *host.Client
	queues []*host.Queue
}

// sharing returns the queues that share a client, for each client: those whose workers have it, and those of which nobody knows what
// they have.
func sharing(queues []*host.Queue) []group {
	var groups []group
	for _, q := range queues {
		for _, client := range q.Made {
			if !slices.ContainsFunc(groups, func(g group) bool { return g.client == client }) {
				groups = append(groups, group{client: client})
			}
		}
	}
	if len(groups) == 0 {
		return []group{{queues: queues}}
	}
	for i, g := range groups {
		for _, q := range queues {
			if len(q.Made) == 0 || slices.Contains(q.Made, g.client) {
				groups[i].queues = append(groups[i].queues, q)
			}
		}
	}
	return groups
}

// starvedGroup is the fault of a client that is slower than the workers of the queues that share it.
func (j *Judge) starvedGroup(queues []*host.Queue, client Judgement) (Fault, bool) {
	var w workerNumber
	var several []QueueWorkers
	for _, q := range queues {
		of := j.workers(q)
		before := w.several
		w.add(of)
		switch {
		case of.Verdict == Flag || of.Verdict == Rate:
			several = append(several, QueueWorkers{q, of.Detail})
		case w.several > before:
			several = append(several, QueueWorkers{q, Either(of.Value)})
		}
	}
	qps, _ := strconv.Atoi(client.Value)
	if w.setting == "" && (w.number <= max(few, len(queues)) || w.number*requestsOfWorker < qps) {
		return Fault{}, false
	}
	return Fault{Verdict: starvedOr(w, len(queues), qps, client.At), Value: strconv.Itoa(w.number), Name: w.settings(),
		Part: w.part(len(queues)), Cause: client.At, AtCause: true, Queues: several,
		Detail: client.Value + " requests a second (burst " + client.Burst + "), " + client.Detail}, true
}

// makesClients reports whether each worker of a queue makes a client of its own before it takes items. What a goroutine makes in which
// the queue is made too is there for all of its workers.
func (j *Judge) makesClients(q *host.Queue) bool {
	return slices.ContainsFunc(q.Workers, func(w host.Worker) bool {
		for n := w.At.Node; n != nil && !q.Site.Within(n); n = n.Caller {
			if n.Start != nil && n.Start.Go && slices.ContainsFunc(j.Program.Clients, func(c *host.Client) bool { return c.At.Within(n) }) {
				return true
			}
		}
		return false
	})
}

// connects reports whether workers of a queue make clients where they take items: for each, or once.
func connects(q *host.Queue) bool {
	return slices.ContainsFunc(q.Workers, func(w host.Worker) bool { return w.Connects })
}

// surelyApart drops the queues that a framework may have made before: one makes a queue for each kind of object, whoever asks for it, and
// which kind that is may not be known, so that each call seems to make another one.
func surelyApart(queues []*host.Queue) []*host.Queue {
	return firstOfEach(queues, func(q *host.Queue) (code.Pos, bool) { return q.Site.Pos, q.Name == "" && q.Site.Pos.InDependency() })
}

// eachOnce drops the queues that were made before by another way to the same call, under the same name: a program that starts its
// controllers in one of two ways, such as with or without an election, has them once.
func eachOnce(queues []*host.Queue) []*host.Queue {
	type key struct {
		at   code.Pos
		name string
	}
	return firstOfEach(queues, func(q *host.Queue) (key, bool) { return key{q.Site.Pos, q.Name}, q.Name != "" })
}

package judge

import (
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/host"
)

// What a limit limits.
const (
	ClientLimit     LimitOf = "client"     // the requests of a manager's client
	ClientFree      LimitOf = "free"       // nothing: a manager's client has no limit
	QueueLimit      LimitOf = "queue"      // the retries of failures
	ReconcilerLimit LimitOf = "reconciler" // the reconciles themselves, of one controller or object
)

// known returns the limits that hold for controllers of a program without a rate: each kind once for each text, those
// first that hold for the most.
func (j *Judge) known(controllers []*host.Controller) []Known {
	counts := make(map[Known]int)
	var order []Known
	count := func(of LimitOf, text string) {
		k := Known{Of: of, Text: text}
		if counts[k]++; counts[k] == 1 {
			order = append(order, k)
		}
	}
	for _, rec := range distinct(controllers) {
		for i, m := range rec.Managers {
			text, limited := j.clientText(m)
			switch {
			case slices.Index(rec.Managers, m) != i:
			case limited:
				count(ClientLimit, text)
			default:
				count(ClientFree, "")
			}
		}
		if v := j.limiter(rec).Verdict; v == Shared || v == Adhoc {
			count(QueueLimit, parameters(j.queueLimiters(rec)))
		}
		if len(chainOf.Of(&rec.Record).Asked) > 0 {
			count(ReconcilerLimit, "")
		}
	}
	for i := range order {
		order[i].Controllers = counts[order[i]]
	}
	slices.SortStableFunc(order, func(a, b Known) int { return b.Controllers - a.Controllers })
	return order
}

// clientText says what limits the requests of a manager's client, and whether anything may.
func (j *Judge) clientText(m *host.Manager) (text string, limited bool) {
	q := j.clientLimit(m)
	if q.Verdict == Unset {
		q = j.requestsOf(m.Limits, m.At)
	}
	switch q.Verdict {
	case Unlimited:
		return "", false
	case Const, Default:
		if negative(q.Value) {
			return "", false
		}
		return eitherLimit(q.Value) + " requests a second for each kind of object", true
	case Flag, Rate:
		if strings.HasPrefix(q.Detail, "flag ") {
			return "QPS (--" + q.Name + ")", true
		}
		if strings.EqualFold(q.Name, "QPS") {
			return "QPS setting", true
		}
		return "QPS (" + q.Name + ")", true
	}
	return "", true
}

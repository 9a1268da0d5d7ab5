package judge

import "github.com/rllint/rllint/internal/engine/host"

// byOthers marks a judgement that may change once the other calls of the callers are known.
func byOthers(j Judgement) Judgement {
	j.byOthers = true
	return j
}

// Alone reports whether neither the verdicts on a controller of the package nor what is said of them depend on other controllers, as
// long as unknown callers decide the arguments of its set-up function.
func (j *Judge) Alone(rec *host.Controller) bool {
	if rec.Site.Package() != j.pkg.Path || rec.Swept || !j.Settled(rec) {
		return false
	}
	m := j.Of(Middleware, rec)
	return m.Verdict != Missing || !m.OfLibrary // other controllers may decide how the finding is worded
}

// Settled reports whether the verdicts on a controller do not depend on other controllers.
func (j *Judge) Settled(rec *host.Controller) bool {
	for _, attr := range Attributes() {
		judgement := j.Of(attr, rec)
		switch {
		case judgement.byOthers:
			return false
		case judgement.Verdict == Flag || judgement.Verdict == Rate:
			return false // another controller's middleware may tell which of the two it is
		}
	}
	return true
}

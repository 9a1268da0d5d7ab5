package judge

import "github.com/rllint/rllint/internal/engine/host"

// byOthers marks a judgement that may change once the other calls of the callers are known.
func byOthers(j Judgement) Judgement {
	j.byOthers = true
	return j
}

// Alone reports whether the verdicts on a controller of the package do not depend on other controllers, as long as unknown
// callers decide the arguments of its set-up function.
func (j *Judge) Alone(rec *host.Controller) bool {
	if rec.Site.Package() != j.pkg.Path || rec.Swept {
		return false
	}
	for _, attr := range Attributes() {
		judgement := j.Of(attr, rec)
		switch {
		case judgement.byOthers:
			return false
		case judgement.Verdict == Flag || judgement.Verdict == Rate:
			return false // another controller's middleware may tell which of the two it is
		case judgement.Verdict == Missing && judgement.OfLibrary:
			return false // it may also decide how the finding is worded
		}
	}
	return true
}

package judge

import "github.com/rllint/rllint/internal/engine/host"

// byOthers marks a judgement that another one takes the place of where it is known what else callers call.
func byOthers(j Judgement) Judgement {
	j.byOthers = true
	return j
}

// Alone reports whether the verdicts on a controller of the package are the same whatever other controllers there are, as long
// as callers that are not known decide what its set-up function is given.
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
			return false // which of them it is, middleware of another controller may tell
		case judgement.Verdict == Missing && judgement.OfLibrary:
			return false // so it may how the finding is worded
		}
	}
	return true
}

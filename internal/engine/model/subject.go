package model

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/modules"
)

// Subject names the controllers that a cause reaches, for the beginning of a
// message: one by its name or type, several by their number and the first three. Where
// nothing names them, the function does that makes them.
func (c *Cause) Subject() string {
	if len(c.Reaches) == 1 {
		return c.Reaches[0].subject()
	}
	var names []string
	for _, r := range c.Reaches {
		if t := r.Title(); t != "" && len(names) < 3 {
			names = append(names, t+c.apart(r))
		}
	}
	subject := fmt.Sprintf("%d controllers", len(c.Reaches))
	switch {
	case len(names) == 0:
		return subject + c.maker()
	case len(names) < len(c.Reaches):
		return subject + " (" + strings.Join(names, ", ") + ", …)"
	}
	return subject + " (" + strings.Join(names, ", ") + ")"
}

// apart tells a controller from others of its name by where it is created, "" if there are none: the end of that place that no other has.
func (c *Cause) apart(r *Controller) string {
	var others []string
	site := siteOf(r)
	for _, o := range c.Reaches {
		if at := siteOf(o); o.Title() == r.Title() && at != site {
			others = append(others, at)
		}
	}
	if others == nil {
		return ""
	}
	elems := strings.Split(site, "/")
	for n := len(elems) - 2; n > 0; n-- {
		end := strings.Join(elems[n:], "/")
		if !slices.ContainsFunc(others, func(o string) bool { return strings.HasSuffix(o, "/"+end) }) {
			return " at " + end
		}
	}
	return " at " + site
}

// siteOf returns the file and line that create a controller.
func siteOf(r *Controller) string {
	return fmt.Sprintf("%s:%d", modules.Slashed(r.Site.File), r.Site.Line)
}

// subject names one controller. A function of a library may make any number.
func (c *Controller) subject() string {
	switch name := c.Title(); {
	case name != "":
		return "controller " + name
	case c.Function == "":
		return "this controller"
	case c.Main == "":
		return "each controller that " + c.Function + " makes"
	}
	return "the controller that " + c.Function + " makes"
}

// maker says which function makes all the controllers, "" if there are several.
func (c *Cause) maker() string {
	name := c.Reaches[0].Function
	if name == "" || slices.ContainsFunc(c.Reaches, func(r *Controller) bool { return r.Function != name }) {
		return ""
	}
	return " that " + name + " makes"
}

// Title is what people call the controller: its name, else the type it is for.
func (c *Controller) Title() string {
	if c.Name != "" {
		return c.Name
	}
	return c.For
}

// Verb returns one or the other form of a verb, as the subject needs.
func (c *Cause) Verb(one, several string) string {
	if len(c.Reaches) == 1 {
		return one
	}
	return several
}

// QueueDefault says what limits the retries of a controller whose RateLimiter is nil, by the kind of its queue: the default limiter of
// priority queues has no bucket. Where that kind is not known, since the manager has a say in it, the version's default is named as such.
func (c *Controller) QueueDefault() string {
	const perItem = "an object that fails is retried after 5 ms, 10 ms, … up to 1000 s"
	queue := c.Limits[judge.QueueKind]
	why, and, prioritises := "with controller-runtime "+c.Version, ", and ", queue.Verdict == judge.Priority
	switch defaults, ok := known.DefaultsOf(c.Version); {
	case queue.At.Line > 0 && (prioritises || queue.Verdict == judge.FirstCome):
		why = "since " + queue.Detail
	case !ok:
		return perItem
	case !prioritises && queue.Verdict != judge.FirstCome:
		and, prioritises = ", and by default ", defaults.Priority
	}
	what := "only a bucket of 10 a second (burst 100) for each controller limits the retries"
	if prioritises {
		what = "nothing limits the retries of all objects together"
	}
	return why + " " + perItem + and + what
}

// minor returns the minor version of controller-runtime, if the version is known.
func (c *Controller) minor() (int, bool) { return known.Minor(c.Version) }

// elsewhere returns the end of a message about something that another package decides, when the
// finding stands in the file named: where that is.
func (c *Cause) elsewhere(file string) string {
	if c.Elsewhere.Line == 0 {
		return ""
	}
	if module := dependencyOf(c.Elsewhere); module != "" && len(c.Reaches) > 0 && dependencyOf(c.Reaches[0].Site) != "" {
		return fmt.Sprintf(" (made inside %s, which ignores the options it is given: nothing to change here)", module)
	}
	return fmt.Sprintf(" (at %s:%d)", relative(c.Elsewhere.File, file), c.Elsewhere.Line)
}

// relative shortens the name of a file by what its folder has in common with that of another.
func relative(name, other string) string {
	dir, dirOther := path.Dir(modules.Slashed(name)), path.Dir(modules.Slashed(other))
	elems, elemsOther := strings.Split(dir, "/"), strings.Split(dirOther, "/")
	n := 0
	for n < len(elems) && n < len(elemsOther) && elems[n] == elemsOther[n] {
		n++
	}
	if n <= 1 {
		return name
	}
	return path.Join(append(elems[n:], path.Base(modules.Slashed(name)))...)
}

package model

import "strings"

// ClientDefault says what limits a client whose QPS is not set, as the function that made its config
// (the cause's detail) and the version of controller-runtime decide it.
func (c *Cause) ClientDefault() string {
	const unset = "its QPS is not set, and "
	if !strings.Contains(c.Detail, ".GetConfig") {
		return unset + "client-go then makes 5 requests a second (burst 10), whatever the rate is"
	}
	version, minor, known := "", 0, false
	if len(c.Reaches) > 0 {
		version = c.Reaches[0].Version
		minor, known = c.Reaches[0].minor()
	}
	switch {
	case !known:
		return unset + "the library's default applies, whatever the rate is"
	case minor >= 21:
		return unset + "with controller-runtime " + version + " nothing then limits its requests"
	}
	return unset + "with controller-runtime " + version + " it then makes 20 requests a second (burst 30), whatever the rate is"
}

// SecondOfName says what becomes of the second controller of a name, in the version of controller-runtime
// that the program is built with.
func (c *Cause) SecondOfName() string {
	if len(c.Reaches) > 0 {
		if minor, known := c.Reaches[0].minor(); known && minor >= 19 {
			return "controller-runtime " + c.Reaches[0].Version + " refuses the second or, with SkipNameValidation, runs both at the same time"
		}
	}
	return "both run, and reconcile the same objects at the same time"
}

package model

import "strings"

// ClientDefault says what limits a client whose QPS is not set, as the function that made its config
// (the cause's detail) and the version of controller-runtime decide it.
func (c *Cause) ClientDefault() string {
	const unset = "its QPS is not set, and "
	if !strings.Contains(c.Detail, ".GetConfig") {
		return unset + "client-go then makes 5 requests a second (burst 10) for each kind of object, whatever the rate is"
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
	return unset + "with controller-runtime " + version + " it then makes 20 requests a second (burst 30) for each kind of object, " +
		"whatever the rate is"
}

// RefusesNames reports whether the version of controller-runtime that the program is built with makes no second controller
// of a name, and names the version.
func (c *Cause) RefusesNames() (version string, refuses bool) {
	if len(c.Reaches) > 0 {
		if minor, known := c.Reaches[0].minor(); known && minor >= 19 {
			return c.Reaches[0].Version, true
		}
	}
	return "", false
}

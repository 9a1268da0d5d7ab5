// Program branches joins values where ways meet.
package main

import (
	"errors"

	"example.com/probe"
)

type box struct{ n int }

func main() {
	unknown := probe.Read[bool]()

	x := 1
	if unknown {
		x = 2
	}
	probe.See(x) // 1|2

	y := 3
	if unknown {
		y = 3
	}
	probe.See(y) // 3

	if x == 7 {
		probe.See("never") // -
	}

	b := &box{n: 1}
	if unknown {
		b.n = 2
	} else {
		b.n = 3
	}
	probe.See(b.n) // 2|3

	var p *box
	if p != nil {
		probe.See("nil") // -
	}
	if unknown {
		p = &box{n: 4}
	}
	if p != nil {
		probe.See(p.n) // 4
	}

	switch {
	case unknown:
		x = 10
	case probe.Read[bool]():
		x = 20
	default:
		x = 30
	}
	probe.See(x) // 10|20|30

	const on = true
	if !on {
		x = 40
	}
	probe.See(x) // 10|20|30

	v, err := pair(unknown)
	if err != nil {
		return
	}
	probe.See(v) // &{n:6}

	// What a call that fails returns is not used: it ends the program, or is not set up.
	w, err := pair(unknown)
	probe.See(w) // &{n:6}
	if err == nil {
		probe.See(w) // &{n:6}
	}

	if unknown {
		panic("ends here")
	} else {
		x = 50
	}
	probe.See(x) // 50
}

func pair(fail bool) (*box, error) {
	if fail {
		return nil, errors.New("failed")
	}
	return &box{n: 6}, nil
}

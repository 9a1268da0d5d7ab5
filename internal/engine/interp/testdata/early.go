// Program early leaves functions early: by return, and by a panic that is recovered.
package main

import "example.com/probe"

type settings struct{ limiter *int }

func development(o *settings) {
	if probe.Read[bool]() {
		o.limiter = nil
		if probe.Read[bool]() {
			probe.Fill(1)
		}
		if probe.Read[bool]() {
			probe.Fill(2)
		} else {
			probe.Fill(3)
		}
		if probe.Read[bool]() {
			probe.Fill(4)
			return
		}
		probe.Fill(5)
		return
	}
	probe.See(o.limiter) // &1
	n := 2
	o.limiter = &n
}

func nested(o *settings) {
	if probe.Read[bool]() {
		if probe.Read[bool]() {
			o.limiter = nil
			if probe.Read[bool]() {
				return
			}
		}
		probe.Fill(1)
	} else {
		probe.See(o.limiter) // &1
		n := 3
		o.limiter = &n
		if probe.Read[bool]() {
			return
		}
		probe.See(o.limiter) // &3
	}
	probe.See(o.limiter) // &1|&3|0
}

func must(ok bool) {
	if !ok {
		panic("not ok")
	}
}

func guarded(n *int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			*n += 10
		}
	}()
	*n = 1
	must(false)
	*n = 2
	return nil
}

func cleaned(n *int) {
	defer func() { *n += 10 }()
	*n = 1
	panic("not recovered")
}

func plain(n *int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			*n = 100
		}
	}()
	*n = 5
	return nil
}

func exits() {
	defer func() { _ = recover() }()
	probe.Exit()
}

func main() {
	one := 1
	o := &settings{limiter: &one}
	closes(make(chan int))
	development(o)
	o.limiter = &one
	nested(o)

	n := 0
	guarded(&n)
	probe.See(n) // 11
	plain(&n)
	probe.See(n) // 5
	if probe.Read[bool]() {
		cleaned(&n)
		probe.See(n) // -
	}
	if probe.Read[bool]() {
		exits()
		probe.See(n) // -
	}
	probe.See(n) // 5
}

// closes defers no function whose code is known, and panics.
func closes(c chan int) {
	defer close(c)
	if probe.Read[bool]() {
		panic("closed")
	}
	probe.See(1) // 1
}

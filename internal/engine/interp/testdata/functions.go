// Program functions calls through values, methods, interfaces and itself.
package main

import "example.com/probe"

type option func(*config)

type config struct {
	rate   int
	handle func()
}

func withRate(n int) option { return func(c *config) { c.rate = n } }

func withHandle(f func()) option { return func(c *config) { c.handle = f } }

func newConfig(opts ...option) *config {
	c := &config{rate: 1}
	for _, o := range opts {
		o(c)
	}
	return c
}

type runner interface{ run() int }

type base struct{ n int }

func (b base) run() int { return b.n }

type derived struct {
	base
	extra int
}

type override struct{ *derived }

type stopper interface {
	runner
	stop()
}

func (o *override) stop() {}

type wrapping struct{ runner }

type foreign struct{ probe.Kind }

func (o override) run() int { return o.derived.run() + 100 }

func handler() {}

func twice[T any](f func(T), v T) {
	f(v)
	f(v)
}

type stack[T any] struct{ items []T }

func (s *stack[T]) push(v T) *stack[T] {
	s.items = append(s.items, v)
	return s
}

func even(n int) bool {
	if n == 0 {
		return true
	}
	return odd(n - 1)
}

func odd(n int) bool {
	if n == 0 {
		return false
	}
	return even(n - 1)
}

func forever(n int) int { return forever(n + 1) }

func named() (n int, err error) {
	defer func() { n++ }()
	n = 5
	return n, nil
}

var (
	fromInit int
	table    = map[string]func(){"handler": handler}
	first    = second + 1
	second   = 20
)

func init() { fromInit = 9 }

func conditional(n *int, unknown bool) {
	if unknown {
		defer func() { *n = 1 }()
	}
	*n = 2
}

func ordered(list *[]int) {
	defer func() { *list = append(*list, 1) }()
	defer func(n int) { *list = append(*list, n) }(2)
}

func main() {
	maybe := 0
	conditional(&maybe, probe.Read[bool]())
	probe.See(maybe) // 1|2
	var list []int
	ordered(&list)
	probe.See(list[0]) // 2
	probe.See(list[1]) // 1

	// The code of these cannot be read, but their types say what they return.
	probe.See(probe.Must(handler, nil))            // handler
	probe.See(probe.If(probe.Read[bool](), 1, 2))  // 1|2
	probe.See(probe.First(1, 2, 3))                // 1|2|3
	probe.See(probe.Sum(1, 2))                     // ?
	probe.See(probe.To(4))                         // &4
	probe.See(probe.Or(nil, 5))                    // 5
	probe.See(probe.Or(probe.To(6), 7))            // 6|7
	probe.See(probe.Made(func() int { return 8 })) // ?
	swapped, _ := probe.Both("a", 9)
	probe.See(swapped) // 9

	c := newConfig(withRate(7), withHandle(handler))
	probe.See(c.rate)           // 7
	probe.See(c.handle)         // handler
	probe.See(newConfig().rate) // 1

	n := 1
	add := func() { n += 2 }
	add()
	add()
	probe.See(n) // 5

	var r runner = base{n: 3}
	probe.See(r.run()) // 3
	r = derived{base: base{n: 4}}
	probe.See(r.run()) // 4
	r = override{&derived{base: base{n: 5}}}
	probe.See(r.run()) // 105
	run := r.run
	probe.See(run()) // 105
	if probe.Read[bool]() {
		r = base{n: 6}
	}
	probe.See(r.run()) // 105|6

	var held any = derived{}
	if _, ok := held.(stopper); ok {
		probe.See("stops") // -
	} else {
		probe.See("cannot stop") // "cannot stop"
	}
	if _, ok := held.(runner); ok {
		probe.See("runs") // "runs"
	}
	held = &wrapping{base{}} // what it embeds is an interface
	if _, ok := held.(stopper); ok {
		probe.See("stops too") // -
	}
	held = foreign{} // what it embeds is of a package whose code is not kept, and has no such method
	if _, ok := held.(stopper); ok {
		probe.See("stops") // -
	}
	held = &override{&derived{base: base{n: 8}}}
	if s, ok := held.(stopper); ok {
		probe.See(s.run()) // 108
	}

	twice(func(v int) { probe.See(v) }, 8) // 8, 8
	s := new(stack[string]).push("a").push("b")
	probe.See(s.items[1]) // "b"

	probe.See(fromInit)         // 9
	probe.See(first)            // 21
	probe.See(table["handler"]) // handler

	v, _ := named()
	probe.See(v) // 6

	probe.See(even(probe.Read[int]())) // ?|false|true
	done := make(chan bool)
	go func() {
		probe.See("later") // "later"
		close(done)
	}()
	<-done
	go func() {
		<-done
		probe.Exit()
	}()
	go probe.Exit()
	go func() {
		for {
			probe.See("again") // "again"
			<-done
		}
	}()
	go func() { panic("lost") }()
	probe.See("running") // "running"
	func() {
		defer func() { probe.See(recover()) }() // 0
	}()
	forever(0)
	probe.See("unreached") // "unreached"
}

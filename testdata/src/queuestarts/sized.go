//go:build !cr19

package main

import "log"

// sized has as many workers as a flag says, in lists of them.
func sized() {
	made := make([]*controller, *workers)
	q := named("workers, made")
	for i := range made {
		made[i] = &controller{q}
	}
	for i := range made {
		w := made[i]
		go w.run()
	}

	var added []*controller
	q = named("workers, added")
	for range *workers {
		added = append(added, &controller{q})
	}
	for _, w := range added {
		go w.run()
	}

	filled := make([]*controller, 0, *workers)
	q = named("workers, filled")
	for i := 0; i < *workers; i++ {
		filled = append(filled, &controller{q})
	}
	for i := 0; i < len(filled); i++ {
		go filled[i].run()
	}

	three := make([]*controller, 3)
	q = named("3, made")
	for i := range three {
		three[i] = &controller{q}
	}
	for _, w := range three {
		go w.run()
	}
}

// unbounded starts a worker for each of what comes.
func unbounded(events chan string) {
	each := &controller{named("unknown, for each event")}
	for range events {
		go each.run()
	}
}

// endless starts a worker again and again.
func endless(events chan string) {
	again := &controller{named("unknown, again and again")}
	for {
		<-events
		go again.run()
	}
}

// oneOrAll has one worker or as many as a flag says, in one list.
func oneOrAll(one bool) {
	list, q := make([]*controller, 0, 4), named("workers, or one")
	if one {
		list = append(list, &controller{q})
	} else {
		for range *workers {
			list = append(list, &controller{q})
		}
	}
	for _, w := range list {
		go w.run()
	}
}

// alone has one worker, unless it returns before.
func alone(many bool) {
	list := make([]*controller, 0, 4)
	if many {
		all, q := list, named("workers, in a copy")
		for range *workers {
			all = append(all, &controller{q})
		}
		for _, w := range all {
			go w.run()
		}
		return
	}
	list = append(list, &controller{named("1, in the list itself")})
	for _, w := range list {
		go w.run()
	}
}

// passed takes items in one goroutine, which has others do the work, or does it while another watches.
func passed() {
	each := &controller{named("unknown, a goroutine for each item")}
	go func() {
		for {
			key, quit := each.queue.Get()
			if quit {
				return
			}
			go func() {
				defer each.queue.Done(key)
				log.Print(key)
			}()
		}
	}()
	items, sent := make(chan string), &controller{named("unknown, through a channel")}
	go func() {
		for {
			key, quit := sent.queue.Get()
			if quit {
				return
			}
			items <- key
		}
	}()
	watched := &controller{named("1, which tells of its item")}
	go func() {
		for {
			key, quit := watched.queue.Get()
			if quit {
				return
			}
			go log.Print(key)
			watched.queue.Done(key)
		}
	}()
}

package queues

// drained takes its items at two places, the head of a loop and what comes after each round.
type drained struct{ queue queue }

func (d *drained) run() {
	for key, quit := d.queue.Get(); !quit; key, quit = d.queue.Get() {
		if err := work(key); err != nil {
			d.queue.AddRateLimited(key)
		} else {
			d.queue.Forget(key)
		}
		d.queue.Done(key)
	}
}

func (d *drained) loses() {
	key, quit := d.queue.Get() // want RL6001:"the way that ends at line 27 does not give the item back with Done"
	for !quit {
		if err := work(key); err != nil {
			d.queue.AddRateLimited(key)
			d.queue.Done(key)
			return
		}
		d.queue.Forget(key)
		if key == "last" {
			return // without Done
		}
		d.queue.Done(key)
		key, quit = d.queue.Get() // want RL6001:"the way that ends at line 27 does not give the item back with Done"
	}
}

// settles leaves what follows from the outcome to a method of its own.
func (d *drained) settles() {
	for key, quit := d.queue.Get(); !quit; key, quit = d.queue.Get() {
		d.settle(key, work(key))
		d.queue.Done(key)
	}
}

func (d *drained) settle(key string, err error) {
	if err == nil {
		d.queue.Forget(key)
		return
	}
	d.queue.AddRateLimited(key)
}

// finishes leaves all of it to one.
func (d *drained) finishes() {
	for key, quit := d.queue.Get(); !quit; key, quit = d.queue.Get() {
		d.finish(key, work(key))
	}
}

func (d *drained) finish(key string, err error) {
	defer d.queue.Done(key)
	if err != nil {
		d.queue.AddRateLimited(key)
		return
	}
	d.queue.Forget(key)
}

// hands takes its items with a method of its own, at two places, and gives the work to others.
func (d *drained) hands(work chan<- string) {
	for key, ok := d.next(); ok; key, ok = d.next() {
		work <- key
	}
}

// finishesNext is as finishes, with a method that takes the items.
func (d *drained) finishesNext() {
	for key, ok := d.next(); ok; key, ok = d.next() {
		d.finish(key, work(key))
	}
}

func (d *drained) next() (string, bool) {
	key, quit := d.queue.Get()
	if quit {
		return "", false
	}
	return key, true
}

// picks has the item of one of two places.
func (d *drained) picks(other *drained, turn bool) {
	var key string
	var quit bool
	if turn {
		key, quit = d.queue.Get()
	} else {
		key, quit = other.queue.Get()
	}
	if quit {
		return
	}
	d.finish(key, work(key))
}

func (d *drained) single() {
	for {
		key, ok := d.next()
		if !ok {
			return
		}
		d.finish(key, work(key))
	}
}

func (d *drained) while(work chan<- string) {
	for {
		key, ok := d.next()
		if !ok {
			return
		}
		work <- key
	}
}

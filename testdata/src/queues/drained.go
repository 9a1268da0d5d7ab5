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

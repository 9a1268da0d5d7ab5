// Package tasker takes tasks from queues that it sees only through another package's type.
package tasker

import (
	"errors"
	"fmt"

	"k8s.io/client-go/tools/cache"

	"rllint.test/queues/tasks"
)

// tasker has several kinds of tasks.
type tasker struct {
	disks, claims, nodes *tasks.Tasks
	tidy                 *tasks.Tidy
}

func newTasker(tidy *tasks.Tidy) *tasker {
	return &tasker{disks: tasks.New("disks", 10), claims: tasks.New("claims", 0), nodes: tasks.New("nodes", 0), tidy: tidy}
}

// runDisks takes from one queue and gives back to another.
func (t *tasker) runDisks() {
	for {
		disk, shutdown := t.disks.Get() // want RL6001:"nothing in this package gives"
		if shutdown {
			return
		}
		if err := work(disk); err != nil {
			t.disks.AddRateLimited(disk) // want RL6003:"nothing in this package"
		} else {
			t.claims.Forget(disk)
		}
		t.claims.Done(disk)
	}
}

// runClaims does as it should.
func (t *tasker) runClaims() {
	for {
		claim, shutdown := t.claims.Get()
		if shutdown {
			return
		}
		if err := work(claim); err != nil {
			fmt.Println(err)
			t.claims.AddRateLimited(claim)
		} else {
			t.claims.Forget(claim)
		}
		t.claims.Done(claim)
	}
}

// runNodes tries again at once, and no limiter is asked but for events.
func (t *tasker) runNodes() {
	for {
		node, shutdown := t.nodes.Get()
		if shutdown {
			return
		}
		if err := work(node); err != nil {
			t.nodes.Add(node) // want RL6002:"at once"
		}
		t.nodes.Done(node)
	}
}

// runTidy leaves it to the type to forget what it gives back.
func (t *tasker) runTidy() {
	for {
		task, shutdown := t.tidy.Get()
		if shutdown {
			return
		}
		if err := work(task); err != nil {
			t.tidy.AddRateLimited(task)
		}
		t.tidy.Done(task)
	}
}

func (t *tasker) handler() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { t.claims.AddRateLimited(obj.(string)) }, // want RL6005:"counts it as a failure"
	}
}

func work(task string) error {
	if task == "" {
		return errors.New("no task")
	}
	return nil
}

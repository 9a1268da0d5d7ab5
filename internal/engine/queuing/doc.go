// Package queuing works out how a package's own workers use the queues that they take items from: what they do with an item on
// each way through it, whether an error brings it back and how, and whether events go through the limiter.
//
// # Contract
//
// It is about the code of a package, not about one run of a program: which variables hold one queue is told by what is assigned
// to them, whatever the order ([class]), and what is done with an item by following each way through the functions that take
// items, with what is known there of errors and conditions ([frame]). Functions of the package that are called on
// the way are followed once and then stand for what they do ([summary]).
//
//	item, quit := q.Get()          // taken
//	defer q.Done(item)             // done, where the function returns
//	if err := sync(item); err != nil {
//		q.Add(item)            // an end with an error, and added without a limit: RL6002
//		return true
//	}
//	q.Forget(item)
//
// What may be about the item, such as an operation with a key from elsewhere, is taken for it where that makes no finding.
//
// # What is not followed
//
// Items that are kept and worked off elsewhere, as in a map or another queue; queues of other packages, but for the functions that these say
// add to one ([Adds]). Nothing is concluded from a function with more than 1,500 ways.
package queuing

// Package queuing works out how a package's own workers use the queues that they take items from. It tells what they do with
// an item on each way, whether and how an error brings the item back, and whether events go through the limiter.
//
// # Contract
//
// It is about the code of a package, not about one run of a program. Assignments tell which variables hold one queue, whatever
// their order ([class]). To tell what is done with an item, it follows each way through the functions that take items, with
// what is known there of errors and conditions ([frame]). Functions of the package that are called on the way are followed
// once; afterwards a [summary] stands for what they do.
//
//	item, quit := q.Get()          // taken
//	defer q.Done(item)             // done, where the function returns
//	if err := sync(item); err != nil {
//		q.Add(item)            // an end with an error, and added without a limit: RL6002
//		return true
//	}
//	q.Forget(item)
//
// If it is not known whether something is about the item, such as an operation with a key from elsewhere, it counts if
// that makes no finding.
//
// # What is not followed
//
// Items that are kept and worked off elsewhere, as in a map, a channel or another queue. Items that a function takes for its callers: other
// code has its queue then. Queues of other packages, except through the functions that
// add to one, as these packages say ([Adds]). Nothing is concluded from a function with more than 1,500 ways.
package queuing

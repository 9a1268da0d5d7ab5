// Package queuing works out how a package's own workers use the queues that they take items from. It tells what they do with
// an item on each path, whether and how an error brings the item back, and whether events go through the limiter.
//
// # Contract
//
// It is about the code of a package, not about one run of a program. Assignments tell which variables hold one queue, whatever
// their order ([class]). What is done with an item, the paths of the functions tell that take items: it is a [paths.Guide], which says to
// which functions of the package calls go, and keeps of each path what has been done with each item and which errors came up ([state]).
// Callers get that with the outcome of a function, in terms of its inputs ([client.Applied]).
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
// add to one, as these packages say ([Adds]). Callers conclude nothing from a function that comes back in more than 64 ways.
package queuing

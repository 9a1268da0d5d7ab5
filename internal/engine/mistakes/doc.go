// Package mistakes finds delays, events, objects and flags that are not what their authors mean, from the syntax of one package.
//
// # Contract
//
// The source shows that a [Mistake] is one, whatever its callers pass. Its [Kind] says how.
//
//	RequeueAfter: 10                        Unitless: ten nanoseconds
//	RequeueAfter: time.Until(deadline)      Passed: 0 or less once the deadline is over, and nothing compares before
//
//	AddFunc: func(obj any) {
//		owner, err := c.clientset.AppsV1().Deployments(ns).Get(ctx, name, metav1.GetOptions{})
//		if err != nil {
//			return                          Dropped: nothing tells the handler again
//		}
//		c.queue.Add(key(owner))
//	}
//
//	select {
//	case r.trigger <- struct{}{}:           Unheard, if made by make(chan struct{}): so is each one that comes while the last is handled
//	default:
//	}
//
//	Owns(&corev1.Pod{}, builder.WithPredicates(p), builder.WithPredicates(q))     Replaced: nothing asks p
//
//	pod, err := c.pods.Pods(namespace).Get(name)
//	pod.Labels["app"] = "web"               Cached: a lister hands out what the cache holds
//
//	var workers = flag.Int("workers", 1, "")
//	var options = controller.Options{MaxConcurrentReconciles: *workers}     BeforeParse: always 1
//
//	var workers = pflag.Int("workers", 1, "")                               NeverParsed: main calls flag.Parse alone
//
//	failed := make(chan error)
//	go func() { failed <- r.run() }()       Unreceived: nothing else names failed
//
//	flag.StringVar(&address, "address", "", "")                             UnreadFlag: nothing reads address
//
//	UpdateFunc: func(e event.UpdateEvent) bool {
//		before, after := e.ObjectNew.(*corev1.Node), e.ObjectNew.(*corev1.Node)     Itself: nothing differs
//
//	func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {     UnreadOption: r.MaxConcurrentReconciles is set, and goes nowhere
//
//	e.Object.GetObjectKind().GroupVersionKind().Kind == "Node"                      KindEmpty: always "" for a Go type
//
//	flag.BoolVar(&elect, "elect", true, "")
//	options.LeaderElection = elect                                          ReadEarly: flag.Parse comes later
//
// # What is not followed
//
// Values. A delay is followed to where it is written, through variables that are set once and through functions of the package that
// return it. A comparison of the time, or of the delay, counts as a check, whatever it decides. What handlers call is not looked into, nor
// are clients that may read from a cache, which fail only while the program starts, nor functions that initialise variables.
package mistakes

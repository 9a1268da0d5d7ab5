package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const mainOfSharers = `// Command main has three queues and one client at client-go's default.
package main

import (
	"context"
	"os"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection"

	"rllint.test/work"
)

func main() {
	cfg, err := rest.InClusterConfig()
	if err != nil {
		panic(err)
	}
	clientset, err := kubernetes.NewForConfig(cfg)
	if err != nil {
		panic(err)
	}
	if os.Getenv("ELECT") != "" {
		leaderelection.RunOrDie(context.Background(), leaderelection.LeaderElectionConfig{
			Callbacks: leaderelection.LeaderCallbacks{OnStartedLeading: func(context.Context) { work.Start(clientset) }},
		})
		return
	}
	work.Start(clientset)
	select {}
}
`

// workOfSharers has NAMES lines that make a queue each.
const workOfSharers = `// Package work starts workers.
package work

import (
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/workqueue"
)

func newQueue(name string, workers int, clientset kubernetes.Interface) {
	q := workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[string](), workqueue.TypedRateLimitingQueueConfig[string]{Name: name})
	for range workers {
		go func() {
			for {
				key, quit := q.Get()
				if quit {
					return
				}
				if _, err := clientset.Discovery().ServerVersion(); err != nil {
					q.AddRateLimited(key)
				} else {
					q.Forget(key)
				}
				q.Done(key)
			}
		}()
	}
}

func Start(clientset kubernetes.Interface) {
	newQueue("one", 1, clientset)
QUEUES}
`

// The queues whose workers share a slow client are shown with it, as long as people read them all.
func TestSharers(t *testing.T) {
	const first = "main/main.go:20:31: the queues of this program have "
	for n, want := range map[int][]string{
		2: {"work/work.go:31:2: the 6 workers of this queue share such a client (RL5001)",
			"work/work.go:32:2: the 7 workers of this queue share such a client (RL5001)"},
		30: nil,
	} {
		t.Run(fmt.Sprintf("%d queues", n), func(t *testing.T) {
			queues, workers := "", 1
			for i := range n {
				queues += fmt.Sprintf("\tnewQueue(%q, %d, clientset)\n", fmt.Sprint("q", i), 6+i%3)
				workers += 6 + i%3
			}
			program(t, nil, map[string]string{"main/main.go": mainOfSharers, "work/work.go": strings.ReplaceAll(workOfSharers, "QUEUES", queues)})
			var stdout, stderr strings.Builder
			if code := run([]string{"-color=never", "./..."}, &stdout, &stderr); code == failed {
				t.Fatal(stderr.String())
			}
			got := strings.Split(strings.TrimSpace(stdout.String()), "\n")
			if !strings.HasPrefix(got[0], first+strconv.Itoa(workers)+" workers, ") || !slices.Equal(got[1:], want) {
				t.Errorf("got\n%s\nwant %q, and below it\n%s", strings.Join(got, "\n"), first, strings.Join(want, "\n"))
			}
		})
	}
}

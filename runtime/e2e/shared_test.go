package e2e

import (
	"context"
	"net"
	"os/exec"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/rllint/rllint/runtime/ratelimiter"
	"github.com/rllint/rllint/runtime/shared"
)

// startStore starts a Redis or Valkey server without persistence on loopback and
// returns its address. It ends with the test.
func startStore(t *testing.T) string {
	t.Helper()
	binary := ""
	for _, name := range []string{"redis-server", "valkey-server"} {
		if path, err := exec.LookPath(name); err == nil {
			binary = path
			break
		}
	}
	if binary == "" {
		t.Fatal("neither redis-server nor valkey-server is on the PATH: install one, on Debian with apt-get install redis-server")
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	free.Close()
	_, port, _ := net.SplitHostPort(addr)
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, binary, "--bind", "127.0.0.1", "--port", port, "--save", "", "--dir", t.TempDir())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		cmd.Wait()
	})
	client := redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1})
	defer client.Close()
	eventually(t, time.Minute, "the store answers", func() bool { return client.Ping(context.Background()).Err() == nil })
	return addr
}

// Two programs that share a budget stay within it together, share it equally, and
// use all of it.
func TestTwoProgramsShareABudget(t *testing.T) {
	const own, rate, burst, count = 50, 40, 100, 400
	n := newNamespace(t)
	n.objects(count, configMap)
	addr := startStore(t)

	both := &record{}
	var programs []*program
	for range 2 {
		client := redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1, DialerRetries: 1})
		t.Cleanup(func() { client.Close() })
		budget, err := shared.New(client, "e2e", rate, burst)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := budget.Close(context.Background()); err != nil {
				t.Error(err)
			}
		})
		programs = append(programs, n.run(programOptions{
			rate:    own,
			limiter: []ratelimiter.LimiterOption{ratelimiter.WithTokenSource(budget)},
			also:    both,
		}))
	}
	eventually(t, 3*time.Minute, "both programs reconcile all objects", func() bool {
		return programs[0].record.of("configmap") == count && programs[1].record.of("configmap") == count
	})
	for _, p := range programs {
		p.stop()
	}

	mustHold(t, both.all(), rate, burst)
	// While both had something to do, each had about half.
	first, second := programs[0].record.all(), programs[1].record.all()
	busy := min(len(first), len(second))
	end := first[busy-1].at
	if other := second[busy-1].at; other.Before(end) {
		end = other
	}
	before := func(starts []start) (count int) {
		for _, s := range starts {
			if !s.at.After(end) {
				count++
			}
		}
		return count
	}
	a, b := before(first), before(second)
	t.Logf("%d and %d reconciles until one had done all", a, b)
	if a < b*3/4 || b < a*3/4 {
		t.Errorf("%d and %d reconciles while both were busy, want equal parts", a, b)
	}
}

package e2e

import (
	"context"
	"io"
	"net"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/rllint/rllint/runtime/ratelimiter"
	"github.com/rllint/rllint/runtime/shared"
)

// farAway passes connections on to an address, each piece of data some time later.
func farAway(t *testing.T, addr string, oneWay time.Duration) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	pass := func(to, from net.Conn) {
		type piece struct {
			due  time.Time
			data []byte
		}
		pieces := make(chan piece, 1000)
		go func() {
			defer to.Close()
			for p := range pieces {
				time.Sleep(time.Until(p.due))
				if _, err := to.Write(p.data); err != nil {
					return
				}
			}
		}()
		defer close(pieces)
		for {
			data := make([]byte, 64<<10)
			n, err := from.Read(data)
			if n > 0 {
				pieces <- piece{time.Now().Add(oneWay), data[:n]}
			}
			if err != nil {
				if err != io.EOF {
					from.Close()
				}
				return
			}
		}
	}
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", addr)
			if err != nil {
				near.Close()
				continue
			}
			go pass(far, near)
			go pass(near, far)
		}
	}()
	return listener.Addr().String()
}

// A store that is 50 ms away gives two programs the whole budget.
func TestSharedBudgetWithAFarStore(t *testing.T) {
	const own, rate, burst, count = 100, 50, 100, 500
	n := newNamespace(t)
	n.objects(count, configMap)
	addr := farAway(t, startStore(t), 25*time.Millisecond)
	both := &record{}
	var programs []*program
	for range 2 {
		client := redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1, DialerRetries: 1})
		t.Cleanup(func() { client.Close() })
		budget, err := shared.New(client, "far", rate, burst)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := budget.Close(context.Background()); err != nil {
				t.Error(err)
			}
		})
		programs = append(programs, n.run(programOptions{rate: own, limiter: []ratelimiter.LimiterOption{ratelimiter.WithTokenSource(budget)},
			also: both}))
	}
	began := time.Now()
	eventually(t, 3*time.Minute, "both programs reconcile all objects", func() bool {
		return programs[0].record.of("configmap") == count && programs[1].record.of("configmap") == count
	})
	took := time.Since(began)
	for _, p := range programs {
		p.stop()
	}
	mustHold(t, both.all(), rate, burst)
	t.Logf("%d reconciles in %v", len(both.all()), took.Round(time.Second))
	if part := float64(len(both.all())) / (rate * took.Seconds()); part < 0.9 {
		t.Errorf("%.0f %% of the budget was used", 100*part)
	}
}

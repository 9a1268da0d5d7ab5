//go:build e2e

package shared

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/redis/go-redis/v9"
)

const (
	e2eRate      = 200.0
	e2eBurst     = 2000
	e2eProcesses = 20
	e2eLength    = 60 * time.Second

	// How often to look whether something has happened.
	poll = 5 * time.Millisecond

	// What tells a process that it is one of those which share the budget.
	e2eStore  = "SHARED_E2E_STORE"
	e2eRecord = "SHARED_E2E_RECORD"
)

func TestMain(m *testing.M) {
	if addr := os.Getenv(e2eStore); addr != "" {
		if err := reconcileForever(addr, os.Getenv(e2eRecord)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// bootClock reads the clock that all processes of this machine share.
func bootClock() instant {
	const monotonic = 1
	var now syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, monotonic, uintptr(unsafe.Pointer(&now)), 0)
	return instant{mono: now.Nano(), wall: time.Now().UnixNano()}
}

// reconcileForever takes tokens one after the other and records when it got each,
// until nobody reads its standard input's other end any more.
func reconcileForever(addr, record string) error {
	redis.SetLogger(silence{})
	client := redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1, DialerRetries: 1, ReadTimeout: time.Second})
	b, err := New(client, "budget", e2eRate, e2eBurst, WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))
	if err != nil {
		return err
	}
	out, err := os.Create(record)
	if err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		io.Copy(io.Discard, os.Stdin)
		close(ended)
	}()
	b.clock = bootClock
	w := newWaiter(b)
	var record8 [8]byte
	for {
		now := bootClock()
		if !b.takeAt(now, 50) {
			select {
			case <-w.tokens:
				continue
			case <-ended:
				return b.Close(context.Background())
			}
		}
		binary.LittleEndian.PutUint64(record8[:], uint64(now.mono))
		if _, err := out.Write(record8[:]); err != nil {
			return err
		}
	}
}

// silence keeps the client from logging each attempt to reach the store.
type silence struct{}

func (silence) Printf(context.Context, string, ...any) {}

// storeServer is a Redis or Valkey server that can be killed and started again.
type storeServer struct {
	t      testing.TB
	binary string
	dir    string
	addr   string
	args   []string
	cmd    *exec.Cmd
	upFrom time.Time
	up     time.Duration // in all
}

// newServer starts a server on loopback. Data that it has at a restart is that
// which it wrote within the second before it was killed, or earlier.
func newServer(t testing.TB, args ...string) *storeServer {
	s := &storeServer{t: t, dir: t.TempDir(), args: args}
	names := []string{"redis-server", "valkey-server"}
	if name := os.Getenv("STORE"); name != "" {
		names = []string{name}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			s.binary = path
			break
		}
	}
	if s.binary == "" {
		t.Fatalf("none of %v is on the PATH: install one, on Debian with apt-get install redis-server", names)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.addr = free.Addr().String()
	free.Close()
	s.start()
	t.Cleanup(s.kill)
	return s
}

func (s *storeServer) start() {
	_, port, _ := net.SplitHostPort(s.addr)
	args := []string{"--bind", "127.0.0.1", "--port", port, "--dir", s.dir,
		"--save", "", "--appendonly", "yes", "--appendfsync", "everysec", "--loglevel", "warning"}
	s.cmd = exec.Command(s.binary, append(args, s.args...)...)
	dieWithTest(s.cmd)
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	client := redis.NewClient(&redis.Options{Addr: s.addr, MaxRetries: -1})
	defer client.Close()
	for deadline := time.Now().Add(time.Minute); client.Ping(context.Background()).Err() != nil; <-time.After(poll) {
		if time.Now().After(deadline) {
			s.t.Fatalf("%s does not answer at %s", s.binary, s.addr)
		}
	}
	s.upFrom = time.Now()
}

func (s *storeServer) kill() {
	s.up += time.Since(s.upFrom)
	s.cmd.Process.Kill()
	s.cmd.Wait()
}

// dieWithTest lets a process not outlive the test, however that ends.
func dieWithTest(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// reconcilers are processes that share the budget of a server.
type reconcilers struct {
	t       *testing.T
	addr    string
	dir     string
	running []*exec.Cmd
	records []string
	stdins  []io.Closer
}

func (r *reconcilers) start() {
	record := filepath.Join(r.dir, strconv.Itoa(len(r.records)))
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), e2eStore+"="+r.addr, e2eRecord+"="+record, "GOMAXPROCS=1")
	cmd.Stderr = os.Stderr
	dieWithTest(cmd)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.running = append(r.running, cmd)
	r.records = append(r.records, record)
	r.stdins = append(r.stdins, stdin)
}

// awaitFirstPass returns when a token was taken.
func (r *reconcilers) awaitFirstPass() {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); <-time.After(poll) {
		for _, record := range r.records {
			if info, err := os.Stat(record); err == nil && info.Size() > 0 {
				return
			}
		}
	}
	r.t.Fatal("no process took a token within a minute")
}

// replace kills one process and starts another.
func (r *reconcilers) replace(i int) {
	r.running[i].Process.Kill()
	r.running[i].Wait()
	r.running = append(r.running[:i], r.running[i+1:]...)
	r.start()
}

// stop ends all, and returns when tokens were taken.
func (r *reconcilers) stop() []int64 {
	for _, stdin := range r.stdins {
		stdin.Close()
	}
	for _, cmd := range r.running {
		cmd.Wait()
	}
	var passes []int64
	for _, record := range r.records {
		data, err := os.ReadFile(record)
		if err != nil {
			continue // killed before it began
		}
		for ; len(data) >= 8; data = data[8:] {
			passes = append(passes, int64(binary.LittleEndian.Uint64(data)))
		}
	}
	return passes
}

func TestProcessesAndStoreAreKilled(t *testing.T) {
	// Pdeathsig is about the thread that started a process.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))

	store := newServer(t)
	r := &reconcilers{t: t, addr: store.addr, dir: t.TempDir()}
	for range e2eProcesses {
		r.start()
	}
	r.awaitFirstPass()
	store.up, store.upFrom = 0, time.Now()
	var kills, stops, restarts int
	end := time.Now().Add(e2eLength)
	for time.Now().Before(end) {
		<-time.After(time.Duration(500+random.IntN(2000)) * time.Millisecond)
		switch random.IntN(5) {
		case 0, 1:
			r.replace(random.IntN(len(r.running)))
			kills++
		case 2:
			stopped := r.running[random.IntN(len(r.running))].Process
			stopped.Signal(syscall.SIGSTOP)
			<-time.After(time.Duration(random.IntN(3000)) * time.Millisecond)
			stopped.Signal(syscall.SIGCONT)
			stops++
		case 3:
			store.kill()
			if random.IntN(2) == 0 {
				os.RemoveAll(filepath.Join(store.dir, "appendonlydir"))
			}
			<-time.After(time.Duration(random.IntN(1500)) * time.Millisecond)
			store.start()
			restarts++
		}
	}
	up := store.up + time.Since(store.upFrom)
	passes := r.stop()

	if err := exceeds(passes, e2eRate*rateUnit, e2eBurst); err != nil {
		t.Error(err)
	}
	due := e2eRate * up.Seconds()
	used := float64(len(passes)) / due
	t.Logf("%d processes, %d killed, %d stopped for a while; the store up for %v of %v, killed %d times",
		e2eProcesses, kills, stops, up.Round(time.Millisecond), e2eLength, restarts)
	t.Logf("%d tokens used, %.2f %% of what accrued while the store was there", len(passes), 100*used)
	if used < 0.99 {
		t.Errorf("%.2f %% used, want 99 %%", 100*used)
	}
}

func BenchmarkPass(b *testing.B) {
	store := newServer(b)
	client := clientOf(b, store.addr)
	budget, err := New(client, "budget", maxRate, maxBurst)
	if err != nil {
		b.Fatal(err)
	}
	w := newWaiter(budget)
	w.take(1000)
	calls := budget.metrics.calls.Load()
	b.ResetTimer()
	for range b.N {
		for !budget.Take(100) {
			<-w.tokens
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "passes/s")
	b.ReportMetric(float64(b.N)/float64(max(1, budget.metrics.calls.Load()-calls)), "passes/call")
}

// A cluster's client finds the node that has the key.
func TestStoreInAClusterOfTheGuide(t *testing.T) {
	store := newServer(t, "--cluster-enabled", "yes")
	node := clientOf(t, store.addr)
	if err := node.ClusterAddSlotsRange(context.Background(), 0, 16383).Err(); err != nil {
		t.Fatal(err)
	}
	client := redis.NewClusterClient(&redis.ClusterOptions{Addrs: []string{store.addr}, DisableIdentity: true})
	t.Cleanup(func() { client.Close() })
	newWaiter(newBudget(t, client)).take(100)
}

// The commands that the guide tells an administrator to allow.
func TestStoreUserOfTheGuide(t *testing.T) {
	guide, err := os.ReadFile("../../docs/runtime-shared.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rules, _ := strings.Cut(string(guide), "`~aws-account-123456789012 ")
	rules, _, _ = strings.Cut(rules, "`")
	store := newServer(t)
	admin := clientOf(t, store.addr)
	args := []any{"ACL", "SETUSER", "limits", "on", ">secret", "~aws-account-123456789012"}
	for _, rule := range strings.Fields(rules) {
		args = append(args, rule)
	}
	if err := admin.Do(context.Background(), args...).Err(); err != nil {
		t.Fatal(err)
	}
	client := redis.NewClient(&redis.Options{Addr: store.addr, Username: "limits", Password: "secret", DisableIdentity: true})
	defer client.Close()
	first := call{id: "a", number: 1, settings: mustSettings(t, 10, 100, 0)}
	r, err := bucket{client, "aws-account-123456789012"}.do(context.Background(), first)
	if err != nil || !r.knowsRun {
		t.Errorf("got %+v, %v", r, err)
	}
	_, err = bucket{client, "another"}.do(context.Background(), first)
	if err == nil || !strings.Contains(err.Error(), "allow it ~another") {
		t.Errorf("with another key: %v", err)
	}
}

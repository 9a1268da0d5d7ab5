package report

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/showing/inventory"
	"github.com/rllint/rllint/internal/showing/simulate"
)

// A number is one that a limit has, or is taken for if it is not known.
type number struct {
	value float64
	known bool
}

// limits are the numbers of one controller.
type limits struct {
	workers      number
	base, most   number // seconds
	bucket       *simulate.Bucket
	wrapped      State
	qps, burst   number
	unlimited    bool // the client is
	clientState  State
	of           map[string]inventory.Limit // by the attribute's key
	poll, jitter float64                    // seconds, and the part of them that chance adds; 0 for none
	prioritising bool
	sentBack     bool // what gets no token of the global limit; else it waits in its worker
}

// The numbers that are taken where the code does not tell.
const (
	assumedWorkers = 1
	assumedRate    = 10 // reconciles a second: the default of most providers for Crossplane
	itemBase       = 0.005
	itemLongest    = 1000
)

var (
	backOffText = regexp.MustCompile(`back-off (\S+?) to ([^\s,]+)`)
	bucketText  = regexp.MustCompile(`bucket ([0-9.]+)/s burst ([0-9.]+)`)
)

// limitsOf reads the numbers of a controller.
func limitsOf(c inventory.Controller) limits {
	l := limits{of: make(map[string]inventory.Limit)}
	for _, limit := range c.Limits {
		l.of[limit.Key] = limit
	}
	l.readPoll(l.of["poll"])
	l.readLimiter(c.Version)
	l.workers = l.readWorkers()
	l.wrapped = map[string]State{"wrapped": Present, "missing": Missing}[l.of["middleware"].Verdict]
	if l.wrapped == "" {
		l.wrapped = Unknown
	}
	l.sentBack = l.wrapped == Present && l.of["middleware"].Field("manner") == "sends back"
	l.readClient()
	return l
}

// readLimiter takes the default of the version for a queue of which it is not known what kind it is.
func (l *limits) readLimiter(version string) {
	defaults, _ := known.DefaultsOf(version)
	l.prioritising = l.of["queue"].Verdict == "priority" || l.of["queue"].Verdict == "unknown" && defaults.Priority
	parameters, unset := l.of["limiter"].Field("parameters"), l.of["limiter"].Verdict == "unset"
	switch {
	case l.of["limiter"].Verdict == "none":
		l.base, l.most = number{0, true}, number{0, true}
		return
	case l.open():
		_, parameters = judge.DefaultQueue(defaults)
	}
	l.base, l.most = number{itemBase, unset}, number{itemLongest, unset}
	if m := backOffText.FindStringSubmatch(parameters); m != nil {
		l.base, l.most = seconds(m[1], itemBase), seconds(m[2], itemLongest)
	}
	if m := bucketText.FindStringSubmatch(parameters); m != nil {
		rate, err1 := strconv.ParseFloat(m[1], 64)
		burst, err2 := strconv.ParseFloat(m[2], 64)
		if err1 == nil && err2 == nil && rate > 0 {
			l.bucket = &simulate.Bucket{Rate: rate, Burst: burst, Start: burst}
		}
	}
}

// open tells whether the queue may have a bucket: it is not known of which kind it is.
func (l *limits) open() bool {
	return l.of["limiter"].Verdict == "unset" && l.of["queue"].Verdict == "unknown"
}

func seconds(text string, otherwise float64) number {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return number{value: otherwise}
	}
	return number{d.Seconds(), true}
}

func (l *limits) readWorkers() number {
	text := cmp.Or(l.of["concurrency"].Field("default"), l.of["concurrency"].Field("value"))
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n < 1 || l.of["concurrency"].Verdict == "unknown" {
		return number{value: assumedWorkers}
	}
	return number{n, true}
}

func (l *limits) readClient() {
	l.clientState = Present
	switch l.of["client"].Verdict {
	case "unlimited":
		l.unlimited, l.clientState = true, Missing
	case "unknown", "":
		l.clientState = Unknown
	default:
		qps, err := strconv.ParseFloat(l.of["client"].Field("qps"), 64)
		if err != nil || qps <= 0 {
			l.clientState = Unknown
			return
		}
		burst, err := strconv.ParseFloat(l.of["client"].Field("burst"), 64)
		l.qps, l.burst = number{qps, true}, number{burst, err == nil}
		if err != nil || burst < 1 {
			l.burst.value = 10
		}
	}
}

// A kin is controllers with the same limits.
type kin struct {
	limits
	controllers []inventory.Controller
}

func (k kin) key() string {
	bucket := ""
	if k.bucket != nil {
		bucket = fmt.Sprint(*k.bucket)
	}
	return fmt.Sprint(k.workers, k.base, k.most, bucket, k.wrapped, k.sentBack, k.prioritising, k.open(), k.poll, k.jitter)
}

// kinsOf groups controllers by their limits, the largest group first.
func kinsOf(list []inventory.Controller) []kin {
	var kins []kin
	index := make(map[string]int)
	for _, c := range list {
		k := kin{limitsOf(c), []inventory.Controller{c}}
		if i, known := index[k.key()]; known {
			kins[i].controllers = append(kins[i].controllers, c)
			continue
		}
		index[k.key()] = len(kins)
		kins = append(kins, k)
	}
	slices.SortStableFunc(kins, func(a, b kin) int { return len(b.controllers) - len(a.controllers) })
	return kins
}

// name says which controllers a group has.
func (k kin) name() string {
	first := cmp.Or(k.controllers[0].Name, k.controllers[0].For, k.controllers[0].Package)
	switch n := len(k.controllers); n {
	case 1:
		return first
	case 2:
		return first + " and 1 more"
	default:
		return fmt.Sprintf("%s and %d more", first, n-1)
	}
}

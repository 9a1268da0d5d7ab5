package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/showing/simulate"
)

// A chart is one picture of a scenario.
type chart struct {
	title string
	scale func(top float64) scale
	dots  bool // single values, between which nothing is known
	of    func(r simulate.Result, l simulate.Load) []sample
}

// A sample is a value that holds between two times, in seconds.
type sample struct{ from, to, value float64 }

var (
	reconcileChart = chart{title: "Reconciles in the busiest second", scale: numbers,
		of: listed(func(r simulate.Result) []float64 { return r.MostReconciles })}
	requestChart = chart{title: "API requests in the busiest second", scale: numbers,
		of: listed(func(r simulate.Result) []float64 { return r.MostRequests })}
	retryChart = chart{title: "Retries that wait for their back-off", scale: numbers,
		of: listed(func(r simulate.Result) []float64 { return r.Waiting })}
	doneChart = chart{title: "Objects reconciled", scale: shares, of: done}
	waitChart = chart{title: "Wait of a new object", scale: waiting, dots: true, of: probes}
)

func listed(list func(simulate.Result) []float64) func(simulate.Result, simulate.Load) []sample {
	return func(r simulate.Result, _ simulate.Load) []sample { return bins(list(r), r.Bin) }
}

func probes(r simulate.Result, _ simulate.Load) []sample {
	var list []sample
	for _, p := range r.Probes {
		wait := p.Wait
		if wait < 0 {
			wait = 3600 // it was not served within the hour
		}
		list = append(list, sample{p.At, p.At, wait})
	}
	return list
}

func bins(values []float64, width float64) []sample {
	list := make([]sample, len(values))
	for i, x := range values {
		list[i] = sample{float64(i) * width, float64(i+1) * width, x}
	}
	return list
}

func done(r simulate.Result, l simulate.Load) []sample {
	list := bins(r.Reconciles, r.Bin)
	sum := 0.0
	for i := range list {
		sum += list[i].value * r.Bin
		list[i].value = math.Min(1, sum/float64(l.Objects))
	}
	return list
}

// A scale places values between the bottom of a chart, 0, and its top, 1.
type scale struct {
	ticks []float64
	words func(float64) string
	name  string // by which the page's script knows how to write a value
	log   bool   // of 1 + value: from nothing to thousands all is visible
	top   float64
}

func (s scale) place(v float64) float64 {
	if s.log {
		return math.Min(1, math.Log10(1+v)/math.Log10(1+s.top))
	}
	return math.Min(1, v/s.top)
}

// numbers is the scale of counts up to a power of ten.
func numbers(top float64) scale {
	s := scale{words: short, name: "number", log: true, top: 10, ticks: []float64{0, 1, 10}}
	for s.top < top {
		s.top *= 10
		s.ticks = append(s.ticks, s.top)
	}
	if len(s.ticks) > 6 { // labels would meet
		s.ticks = slices.DeleteFunc(s.ticks, func(x float64) bool { return x == 1 || x == 100 || x == 10_000 })
	}
	return s
}

func shares(float64) scale {
	return scale{words: percent, name: "share", top: 1, ticks: []float64{0, 0.25, 0.5, 0.75, 1}}
}

func waiting(float64) scale {
	return scale{words: tick, name: "seconds", log: true, top: 3600, ticks: []float64{0, 1, 10, 60, 600, 3600}}
}

func percent(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }

// tick is duration with a bare 0.
func tick(s float64) string {
	if s == 0 {
		return "0"
	}
	return duration(s)
}

// spans are the lengths of time that charts show: a quarter of each is a round number.
var spans = []float64{60, 120, 240, 480, 1200, 2400, 3600}

// spanOf returns the index of the span that a result fits in.
func spanOf(r simulate.Result) int {
	end := float64(len(r.Reconciles)) * r.Bin
	i, _ := slices.BinarySearch(spans, end-r.Bin)
	return min(i, len(spans)-1)
}

// points is how many values a line of a chart has.
const points = 48

// levels is how many heights a value can have in a chart; the last one says that there is no value.
const levels = 64 * 64

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// line makes samples to one height for each of the points of a chart, the highest where several meet, as two digits each.
func line(list []sample, span float64, s scale) string {
	var heights [points]int
	for k := range heights {
		heights[k] = levels - 1
	}
	width := span / points
	for _, x := range list {
		height := int(math.Round(s.place(x.value) * (levels - 2)))
		for k := max(0, int(x.from/width)); k < points && (float64(k)*width < x.to || x.from == x.to && k == int(x.from/width)); k++ {
			if heights[k] == levels-1 || height > heights[k] {
				heights[k] = height
			}
		}
	}
	var b strings.Builder
	for _, h := range heights {
		b.WriteByte(digits[h/64])
		b.WriteByte(digits[h%64])
	}
	return b.String()
}

// The frame of a chart, in the units of its view box. The page's script has the same.
const (
	frameWidth, frameHeight                   = 340, 170
	frameLeft, frameRight, frameTop, frameEnd = 54, 322, 10, 146
)

// path draws a line, or its dots, of a span in a chart of perhaps a longer one. The page's script draws the same.
func path(line string, span, of float64, dots bool) string {
	var b strings.Builder
	pen := "M"
	for k := range points {
		height := strings.IndexByte(digits, line[2*k])*64 + strings.IndexByte(digits, line[2*k+1])
		if height == levels-1 {
			pen = "M"
			continue
		}
		x := frameLeft + (float64(k)+0.5)/points*(frameRight-frameLeft)*span/of
		y := frameEnd - float64(height)/(levels-2)*(frameEnd-frameTop)
		fmt.Fprintf(&b, "%s%.1f %.1f", pen, x, y)
		if pen = "L"; dots {
			b.WriteString("h0")
			pen = "M"
		}
	}
	return b.String()
}

// A drawn chart is one as the template has it.
type drawn struct {
	Title, Label, Scale string
	Top                 float64 // of the scale
	Dots                bool
	Phase               float64 // width of the shaded band
	Now, Then           string  // paths
	Y, X                []label
}

type label struct {
	At   float64
	Text string
}

// draw draws the two lines of a chart. Label says for those who do not see it what is highest.
func (c chart) draw(now, then point, i int, s scale, phase float64) drawn {
	of := max(spans[now.Span], spans[then.Span])
	d := drawn{
		Title: c.title, Scale: s.name, Top: s.top, Dots: c.dots, Phase: math.Min(1, phase/of) * (frameRight - frameLeft),
		Now: path(now.Lines[i], spans[now.Span], of, c.dots), Then: path(then.Lines[i], spans[then.Span], of, c.dots),
		Label: fmt.Sprintf("%s: at most %s in this program, %s with one rate", c.title, s.words(now.most[i]), s.words(then.most[i])),
	}
	for _, v := range s.ticks {
		d.Y = append(d.Y, label{frameEnd - s.place(v)*(frameEnd-frameTop), s.words(v)})
	}
	for q := range 5 {
		d.X = append(d.X, label{frameLeft + float64(q)/4*(frameRight-frameLeft), tick(of * float64(q) / 4)})
	}
	return d
}

package dashboard

import (
	"context"
	"math"
	"slices"
	"sort"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

const scrapeInterval = 15 * time.Second

// recording is what a Prometheus would have that scrapes the program.
type recording struct {
	began  time.Time
	series map[string]*recorded
}

type recorded struct {
	labels  labels.Labels
	samples []chunks.Sample
}

type sample struct {
	t int64
	v float64
}

func (s sample) T() int64                      { return s.t }
func (s sample) ST() int64                     { return 0 }
func (s sample) F() float64                    { return s.v }
func (s sample) H() *histogram.Histogram       { return nil }
func (s sample) FH() *histogram.FloatHistogram { return nil }
func (s sample) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (s sample) Copy() chunks.Sample           { return s }

// record scrapes all metrics until the hour is over. The function is called before each second
// begins.
func record(t *testing.T, tick func()) *recording {
	r := &recording{began: time.Now(), series: map[string]*recorded{}}
	for at := time.Duration(0); at <= length; at += time.Second {
		tick()
		if at%scrapeInterval == 0 {
			synctest.Wait()
			r.scrape(t)
		}
		time.Sleep(time.Second)
	}
	return r
}

func (r *recording) scrape(t *testing.T) {
	families, err := metrics.Registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		name := f.GetName()
		if !strings.HasPrefix(name, "reconcile_") && !strings.HasPrefix(name, "workqueue_depth") &&
			!strings.HasPrefix(name, "controller_runtime_reconcile_time") {
			continue
		}
		for _, m := range f.GetMetric() {
			r.metric(name, m)
		}
	}
}

func (r *recording) metric(name string, m *dto.Metric) {
	switch {
	case m.Counter != nil:
		r.add(name, m, m.Counter.GetValue())
	case m.Gauge != nil:
		r.add(name, m, m.Gauge.GetValue())
	case m.Histogram != nil:
		h := m.Histogram
		r.add(name+"_sum", m, h.GetSampleSum())
		r.add(name+"_count", m, float64(h.GetSampleCount()))
		for _, b := range h.GetBucket() {
			if !math.IsInf(b.GetUpperBound(), 1) {
				r.add(name+"_bucket", m, float64(b.GetCumulativeCount()), "le", number(b.GetUpperBound()))
			}
		}
		r.add(name+"_bucket", m, float64(h.GetSampleCount()), "le", "+Inf")
	}
}

func (r *recording) add(name string, m *dto.Metric, value float64, further ...string) {
	set := append([]string{labels.MetricName, name, "job", "provider", "instance", "provider-0"}, further...)
	for _, l := range m.GetLabel() {
		set = append(set, l.GetName(), l.GetValue())
	}
	all := labels.FromStrings(set...)
	s, ok := r.series[all.String()]
	if !ok {
		s = &recorded{labels: all}
		r.series[all.String()] = s
	}
	s.samples = append(s.samples, sample{time.Now().UnixMilli(), value})
}

// Querier makes the recording a storage.Queryable.
func (r *recording) Querier(int64, int64) (storage.Querier, error) { return r, nil }

func (r *recording) Select(_ context.Context, _ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
	set := &seriesSet{at: -1}
	for _, s := range r.series {
		if !slices.ContainsFunc(matchers, func(m *labels.Matcher) bool { return !m.Matches(s.labels.Get(m.Name)) }) {
			set.all = append(set.all, storage.NewListSeries(s.labels, s.samples))
		}
	}
	sort.Slice(set.all, func(i, j int) bool { return labels.Compare(set.all[i].Labels(), set.all[j].Labels()) < 0 })
	return set
}

func (*recording) LabelValues(context.Context, string, *storage.LabelHints, ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	return nil, nil, nil
}

func (*recording) LabelNames(context.Context, *storage.LabelHints, ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	return nil, nil, nil
}

func (*recording) Close() error { return nil }

type seriesSet struct {
	all []storage.Series
	at  int
}

func (s *seriesSet) Next() bool {
	s.at++
	return s.at < len(s.all)
}

func (s *seriesSet) At() storage.Series { return s.all[s.at] }

func (*seriesSet) Err() error { return nil }

func (*seriesSet) Warnings() annotations.Annotations { return nil }

// storm returns a source of five events a second for each object, for a while.
func storm(from, during time.Duration, objects []reconcile.Request) source.Source {
	return source.Func(func(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
		go func() {
			timer := time.NewTimer(from)
			defer timer.Stop()
			for began := time.Now(); time.Since(began) < from+during; timer.Reset(200 * time.Millisecond) {
				select {
				case <-ctx.Done():
					return
				case <-timer.C:
				}
				for _, o := range objects {
					queue.Add(o)
				}
			}
		}()
		return nil
	})
}

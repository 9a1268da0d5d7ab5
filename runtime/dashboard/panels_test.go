package dashboard

import (
	"context"
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"gonum.org/v1/plot/plotter"
)

// board is what of a Grafana dashboard is drawn.
type board struct {
	Title  string
	Panels []panel
}

type panel struct {
	Title   string
	GridPos struct{ X, Y, W, H int }
	Targets []struct{ Expr, LegendFormat string }

	FieldConfig struct{ Defaults struct{ Unit string } }
}

// line is one series of a panel.
type line struct {
	name   string
	points plotter.XYs // minutes and values
}

// step is the time between two points of a line.
const step = 30 * time.Second

func readBoard(t *testing.T) (b board) {
	t.Helper()
	if err := json.Unmarshal(readFile(t, "../../docs/monitoring/dashboard.json"), &b); err != nil {
		t.Fatal(err)
	}
	return b
}

// variables are what Grafana puts in the place of the dashboard's variables.
var variables = strings.NewReplacer("$__rate_interval", "1m", "$job", ".*")

// query returns the lines of a panel.
func (p panel) query(t *testing.T, engine *promql.Engine, r *recording) (lines []line) {
	t.Helper()
	for _, target := range p.Targets {
		q, err := engine.NewRangeQuery(context.Background(), r, nil, variables.Replace(target.Expr), r.began, r.began.Add(length), step)
		if err != nil {
			t.Fatalf("panel %q: %v", p.Title, err)
		}
		had := len(lines)
		result := q.Exec(context.Background())
		matrix, err := result.Matrix()
		if err != nil {
			t.Fatalf("panel %q: %v", p.Title, err)
		}
		for _, series := range matrix {
			l := line{name: legend(target.LegendFormat, series.Metric)}
			for _, f := range series.Floats {
				at := time.UnixMilli(f.T).Sub(r.began).Minutes()
				if !math.IsNaN(f.F) { // of a division by zero
					l.points = append(l.points, plotter.XY{X: at, Y: f.F})
				}
			}
			if len(l.points) > 0 {
				lines = append(lines, l)
			}
		}
		q.Close()
		if len(lines) == had {
			t.Errorf("panel %q has nothing to show for %s", p.Title, target.Expr)
		}
	}
	return lines
}

var labelInLegend = regexp.MustCompile(`\{\{\s*(\w+)\s*\}\}`)

func legend(format string, metric labels.Labels) string {
	return labelInLegend.ReplaceAllStringFunc(format, func(l string) string {
		return metric.Get(labelInLegend.FindStringSubmatch(l)[1])
	})
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

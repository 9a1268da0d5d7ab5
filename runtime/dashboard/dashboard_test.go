package dashboard

import (
	"bytes"
	"encoding/csv"
	"flag"
	"math"
	"os"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"gonum.org/v1/plot/plotter"
)

var update = flag.Bool("update", false, "draw the dashboard anew")

const (
	image = "../../docs/images/dashboard.svg"
	data  = "testdata/dashboard.csv"
)

// Every expression of every panel has something to show in an hour in which everything happens
// that the dashboard is for, and the picture in the documentation shows that. With -update it
// is drawn.
func TestDashboard(t *testing.T) {
	store := miniredis.RunT(t)
	b := readBoard(t)
	measured := make([][]line, len(b.Panels))
	synctest.Test(t, func(t *testing.T) {
		r := runProgram(t, store)
		engine := promql.NewEngine(promql.EngineOpts{MaxSamples: 10_000_000, Timeout: time.Hour, Parser: parser.NewParser(parser.Options{})})
		for i, p := range b.Panels {
			measured[i] = p.query(t, engine, r)
		}
	})
	if t.Failed() {
		return
	}
	if *update {
		writeFile(t, data, encode(t, measured))
		writeFile(t, image, string(b.draw(t, decode(t, len(b.Panels)))))
		return
	}
	shown := decode(t, len(b.Panels))
	for i, p := range b.Panels {
		checkShown(t, p, measured[i], shown[i])
	}
	if !bytes.Equal(readFile(t, image), b.draw(t, shown)) {
		t.Errorf("%s is stale: run make pictures", image)
	}
}

// checkShown fails if the lines of a panel are not those of the picture.
func checkShown(t *testing.T, p panel, measured, shown []line) {
	t.Helper()
	if len(measured) != len(shown) {
		t.Fatalf("panel %q has %d lines, %d in the picture: run make pictures", p.Title, len(measured), len(shown))
	}
	for i, m := range measured {
		s := shown[i]
		if m.name != s.name {
			t.Fatalf("panel %q has a line %q, in the picture %q: run make pictures", p.Title, m.name, s.name)
		}
		if m.differs(s) {
			t.Errorf("panel %q, %s: a mean of %.3f, in the picture %.3f: run make pictures", p.Title, m.name, m.mean(), s.mean())
		}
	}
}

// differs reports whether a line is another than in the picture: by a tenth and more than chance would make it. Times are virtual,
// but chance has a part in who is first at an instant, and a gauge such as the tokens at hand is read at some instants only. How much
// that does to the mean is told by how much the lines differ from each other at one time and another.
func (l line) differs(shown line) bool {
	at := make(map[float64]float64)
	for _, p := range shown.points {
		at[p.X] = p.Y
	}
	var apart []float64
	for _, p := range l.points {
		if y, ok := at[p.X]; ok {
			apart = append(apart, p.Y-y)
		}
	}
	n := len(apart)
	if most := max(len(l.points), len(shown.points)); n < 2 || 10*n < 9*most {
		return n < most
	}
	mean, squares := 0.0, 0.0
	for _, d := range apart {
		mean += d / float64(n)
	}
	for _, d := range apart {
		squares += (d - mean) * (d - mean)
	}
	byChance := math.Sqrt(squares/float64(n-1)) / math.Sqrt(float64(n)) // the standard error of the mean
	return math.Abs(mean) > 0.1*math.Abs(shown.mean())+0.05+2*byChance
}

func TestDiffers(t *testing.T) {
	const quiet, busy = 2, 40
	shown := line{}
	for minute := range 120 {
		y := float64(quiet + minute%3) // as a gauge that is read now and then
		if minute >= 50 && minute < 60 {
			y = busy
		}
		shown.points = append(shown.points, plotter.XY{X: float64(minute), Y: y})
	}
	for name, test := range map[string]struct {
		change func(x, y float64) float64
		want   bool
	}{
		"the same":          {func(_, y float64) float64 { return y }, false},
		"read elsewhere":    {func(x, y float64) float64 { return y + 4*math.Mod(x*7, 3) - 4 }, false},
		"a fifth more":      {func(_, y float64) float64 { return 1.2 * y }, true},
		"nothing happens":   {func(_, y float64) float64 { return min(y, quiet+2) }, true},
		"more all the time": {func(_, y float64) float64 { return y + quiet }, true},
	} {
		var measured line
		for _, p := range shown.points {
			measured.points = append(measured.points, plotter.XY{X: p.X, Y: test.change(p.X, p.Y)})
		}
		if got := measured.differs(shown); got != test.want {
			t.Errorf("%s: differs is %v, want %v", name, got, test.want)
		}
	}
	if !(line{points: shown.points[:60]}).differs(shown) {
		t.Error("half a line differs")
	}
}

func (l line) mean() (m float64) {
	for _, p := range l.points {
		m += p.Y / float64(len(l.points))
	}
	return m
}

func encode(t *testing.T, shown [][]line) string {
	t.Helper()
	records := [][]string{{"panel", "line", "minutes", "value"}}
	for i, lines := range shown {
		for _, l := range lines {
			for _, p := range l.points {
				records = append(records, []string{strconv.Itoa(i), l.name, number(p.X), strconv.FormatFloat(p.Y, 'g', 5, 64)})
			}
		}
	}
	var out bytes.Buffer
	if err := csv.NewWriter(&out).WriteAll(records); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func decode(t *testing.T, panels int) [][]line {
	t.Helper()
	records, err := csv.NewReader(bytes.NewReader(readFile(t, data))).ReadAll()
	if err != nil || len(records) == 0 {
		t.Fatalf("%s: %v", data, err)
	}
	shown := make([][]line, panels)
	for _, record := range records[1:] {
		i, errPanel := strconv.Atoi(record[0])
		x, errX := strconv.ParseFloat(record[2], 64)
		y, errY := strconv.ParseFloat(record[3], 64)
		if errPanel != nil || errX != nil || errY != nil || i >= panels {
			t.Fatalf("%s: %v", data, record)
		}
		lines := &shown[i]
		if n := len(*lines); n == 0 || (*lines)[n-1].name != record[1] {
			*lines = append(*lines, line{name: record[1]})
		}
		last := &(*lines)[len(*lines)-1]
		last.points = append(last.points, plotter.XY{X: x, Y: y})
	}
	return shown
}

func readFile(t *testing.T, file string) []byte {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v: run make pictures", err)
	}
	return content
}

package compare

import (
	"bytes"
	"encoding/csv"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"testing/synctest"

	"gonum.org/v1/plot/plotter"
)

var update = flag.Bool("update", false, "measure anew and write the pictures and their data")

const (
	imagesFolder = "../../docs/images"
	dataFolder   = "testdata"

	// tolerance is how far a measured value may be from the one in the picture.
	// Times are virtual and exact, but which of several goroutines is first at
	// an instant is left to the scheduler.
	tolerance = 0.05
)

// TestPictures fails if the pictures of the documentation do not show what is
// measured, or are not what the data gives. With -update it makes them.
func TestPictures(t *testing.T) {
	for name, measure := range map[string]func(*testing.T) Chart{
		"one-failing-object": oneFailingObject,
		"failing-at-once":    failingAtOnce,
		"quiet-beside-storm": quietBesideStorm,
	} {
		t.Run(name, func(t *testing.T) {
			measured := measure(t)
			data := filepath.Join(dataFolder, name+".csv")
			image := filepath.Join(imagesFolder, name+".svg")
			if *update {
				write(t, data, encode(t, measured.Series))
				write(t, image, svg(t, measured))
				return
			}
			shown := decode(t, data)
			checkFresh(t, measured.Series, shown)
			measured.Series = shown
			if have := read(t, image); !bytes.Equal(have, svg(t, measured)) {
				t.Errorf("%s is stale: run make pictures", image)
			}
		})
	}
}

func checkFresh(t *testing.T, measured, shown []Series) {
	t.Helper()
	if len(measured) != len(shown) {
		t.Fatalf("measured %d series, the picture shows %d: run make pictures", len(measured), len(shown))
	}
	for i, m := range measured {
		s := shown[i]
		if m.Name != s.Name || len(m.Points) != len(s.Points) {
			t.Fatalf("measured %q with %d points, the picture shows %q with %d: run make pictures", m.Name, len(m.Points), s.Name, len(s.Points))
		}
		for j, p := range m.Points {
			q := s.Points[j]
			if math.Abs(p.X-q.X) > tolerance*q.X || math.Abs(p.Y-q.Y) > tolerance*q.Y {
				t.Fatalf("%s: measured %v, the picture shows %v: run make pictures", m.Name, p, q)
			}
		}
	}
}

func svg(t *testing.T, c Chart) []byte {
	t.Helper()
	out, err := c.SVG()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v: run make pictures", err)
	}
	return content
}

func write(t *testing.T, file string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

func encode(t *testing.T, series []Series) []byte {
	t.Helper()
	records := [][]string{{"series", "x", "y"}}
	for _, s := range series {
		for _, p := range s.Points {
			records = append(records, []string{s.Name, number(p.X), number(p.Y)})
		}
	}
	var out bytes.Buffer
	if err := csv.NewWriter(&out).WriteAll(records); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func decode(t *testing.T, file string) []Series {
	t.Helper()
	records, err := csv.NewReader(bytes.NewReader(read(t, file))).ReadAll()
	if err != nil || len(records) == 0 {
		t.Fatalf("%s: %v", file, err)
	}
	var series []Series
	for _, record := range records[1:] {
		x, errX := strconv.ParseFloat(record[1], 64)
		y, errY := strconv.ParseFloat(record[2], 64)
		if errX != nil || errY != nil {
			t.Fatalf("%s: %v", file, record)
		}
		if len(series) == 0 || series[len(series)-1].Name != record[0] {
			series = append(series, Series{Name: record[0]})
		}
		last := &series[len(series)-1]
		last.Points = append(last.Points, plotter.XY{X: x, Y: y})
	}
	return series
}

// inBubble measures in virtual time.
func inBubble(t *testing.T, name string, measure func(t *testing.T)) {
	t.Helper()
	if !t.Run(name, func(t *testing.T) { synctest.Test(t, measure) }) {
		t.FailNow()
	}
}

package compare

import (
	"bytes"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// A Chart is a picture of what was measured.
type Chart struct {
	Title      string
	X, Y       string // what the axes show
	LogX, LogY bool   // logarithmic axes, for values above 0 only
	Series     []Series
}

// A Series is one line of a chart.
type Series struct {
	Name   string
	Points plotter.XYs
}

const (
	chartWidth  = 8 * vg.Inch
	chartHeight = 4.5 * vg.Inch
)

// palette is the one of Okabe and Ito (2008), told apart by the colour-blind too.
var palette = []color.Color{
	color.RGBA{R: 0x00, G: 0x72, B: 0xb2, A: 0xff},
	color.RGBA{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff},
	color.RGBA{R: 0x00, G: 0x9e, B: 0x73, A: 0xff},
	color.RGBA{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff},
	color.RGBA{R: 0xe6, G: 0x9f, B: 0x00, A: 0xff},
}

// SVG draws the chart. The same chart gives the same bytes.
func (c Chart) SVG() ([]byte, error) {
	p := plot.New()
	p.BackgroundColor = color.White // for pages with a dark background
	p.Title.Text = c.Title
	p.Title.Padding = vg.Points(8)
	p.X.Label.Text, p.Y.Label.Text = c.X, c.Y
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.Padding = vg.Points(2)
	p.Add(plotter.NewGrid())
	for i, s := range c.Series {
		line, err := plotter.NewLine(s.Points)
		if err != nil {
			return nil, fmt.Errorf("cannot draw %q: %w", s.Name, err)
		}
		line.Color = palette[i%len(palette)]
		// Where lines run together, the first show as a rim of the last.
		line.Width = vg.Points(1.5 + 1.5*float64(len(c.Series)-1-i))
		p.Add(line)
		p.Legend.Add(s.Name, line)
	}
	if c.LogX {
		logarithmic(&p.X)
	}
	if c.LogY {
		logarithmic(&p.Y)
		p.Y.Min = decade(p.Y.Min, math.Floor)
		p.Y.Max = decade(p.Y.Max, math.Ceil)
	}
	p.X.Max *= 1.02 // for the last label
	svg, err := p.WriterTo(chartWidth, chartHeight, "svg")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if _, err := svg.WriteTo(&out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func logarithmic(axis *plot.Axis) {
	axis.Scale = plot.LogScale{}
	axis.Tick.Marker = plot.LogTicks{Prec: -1}
}

// decade rounds to a power of ten.
func decade(x float64, round func(float64) float64) float64 {
	return math.Pow(10, round(math.Log10(x)))
}

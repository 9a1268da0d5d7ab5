package dashboard

import (
	"bytes"
	"image/color"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The size of a cell of Grafana's grid, which is 24 cells wide.
const (
	cellWidth  = vg.Length(40)
	cellHeight = vg.Length(26)
	margin     = vg.Length(8)
)

// palette is the one of Okabe and Ito (2008), told apart by the colour-blind too.
var palette = []color.Color{
	color.RGBA{R: 0x00, G: 0x72, B: 0xb2, A: 0xff},
	color.RGBA{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff},
	color.RGBA{R: 0x00, G: 0x9e, B: 0x73, A: 0xff},
	color.RGBA{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff},
	color.RGBA{R: 0xe6, G: 0x9f, B: 0x00, A: 0xff},
	color.RGBA{R: 0x56, G: 0xb4, B: 0xe9, A: 0xff},
}

// units are the names of Grafana's units on an axis.
var units = map[string]string{"ops": "a second", "s": "seconds", "short": ""}

// draw returns a picture of all panels, each at its place. The same lines give the same bytes.
func (b board) draw(t *testing.T, shown [][]line) []byte {
	t.Helper()
	height := 0
	for _, p := range b.Panels {
		height = max(height, p.GridPos.Y+p.GridPos.H)
	}
	canvas := vgsvg.New(24*cellWidth, vg.Length(height)*cellHeight)
	all := draw.New(canvas)
	all.FillPolygon(color.White, []vg.Point{all.Min, {X: all.Max.X, Y: all.Min.Y}, all.Max, {X: all.Min.X, Y: all.Max.Y}})
	for i, p := range b.Panels {
		g := p.GridPos
		c := draw.Crop(all,
			vg.Length(g.X)*cellWidth+margin, -vg.Length(24-g.X-g.W)*cellWidth-margin,
			vg.Length(height-g.Y-g.H)*cellHeight+margin, -vg.Length(g.Y)*cellHeight-margin)
		p.plot(t, shown[i]).Draw(c)
	}
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func (p panel) plot(t *testing.T, lines []line) *plot.Plot {
	t.Helper()
	drawn := plot.New()
	drawn.Title.Text = p.Title
	drawn.X.Label.Text = "minutes"
	drawn.Y.Label.Text = units[p.FieldConfig.Defaults.Unit]
	drawn.X.Min, drawn.X.Max = 0, length.Minutes()
	drawn.X.Tick.Marker = plot.ConstantTicks{
		{Value: 0, Label: "0"}, {Value: 15, Label: "15"}, {Value: 30, Label: "30"}, {Value: 45, Label: "45"}, {Value: 60, Label: "60"},
	}
	drawn.Y.Min, drawn.Y.Max = 0, 1
	drawn.Legend.Top, drawn.Legend.Left = true, true
	drawn.Legend.XOffs = vg.Length(p.GridPos.W) * cellWidth * 0.69 // beside the lines
	drawn.Legend.ThumbnailWidth = vg.Points(12)
	drawn.Legend.Padding = vg.Points(3)
	drawn.Legend.TextStyle.Font.Size = vg.Points(8)
	drawn.Add(plotter.NewGrid())
	for i, l := range lines {
		for j, part := range l.parts() {
			made, err := plotter.NewLine(part)
			if err != nil {
				t.Fatalf("panel %q, %s: %v", p.Title, l.name, err)
			}
			made.Color = palette[i%len(palette)]
			// Where lines run together, the first show as a rim of the last.
			made.Width = vg.Points(1 + 0.4*float64(len(lines)-1-i))
			drawn.Add(made)
			if j == 0 {
				drawn.Legend.Add(l.name, made)
			}
		}
	}
	drawn.Y.Max *= 1.05
	drawn.X.Max = length.Minutes() * 1.35 // room for the legend
	return drawn
}

// parts returns the points of a line up to each gap, in which there was nothing to show.
func (l line) parts() (parts []plotter.XYs) {
	for i, p := range l.points {
		if i == 0 || p.X-l.points[i-1].X > 1.5*step.Minutes() {
			parts = append(parts, nil)
		}
		last := &parts[len(parts)-1]
		*last = append(*last, p)
	}
	return parts
}

package simulate

import (
	"encoding/json"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

// TestTwin runs the model in a JavaScript engine and compares the results with those of this package.
func TestTwin(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run model.js: apt-get install nodejs")
	}
	type input struct {
		Program  Program  `json:"program"`
		Load     Load     `json:"load"`
		Scenario Scenario `json:"scenario"`
	}
	mixed := Program{
		Groups: []Group{
			{Controllers: 3, Workers: 4, Base: 1, Longest: 60, Wrapped: true},
			{Controllers: 7, Workers: 1, Base: 0.005, Longest: 1000, Bucket: &Bucket{10, 100, 100}, Priority: true, Wrapped: true},
		},
		Global: &Global{Bucket: Bucket{10, 100, 1}},
		Client: &Bucket{20, 30, 30},
	}
	requeues := mixed
	requeues.Global = &Global{Bucket{10, 100, 100}, true, false}
	atQueue := mixed
	atQueue.Global = &Global{Bucket{10, 100, 1}, false, true}
	partly := mixed
	partly.Groups = append([]Group(nil), mixed.Groups...)
	partly.Groups[1].Wrapped = false
	free := Program{Groups: []Group{{Controllers: 2, Workers: 100, Base: 0.005, Longest: 1000}}}
	var inputs []input
	for _, p := range []Program{recommended(10, 5), byDefault(4), mixed, requeues, atQueue, partly, free} {
		for _, l := range []Load{{1000, 0.1, 2, 1}, {300, 0, 0, 0.3}, {50_000, 0.03, 1, 0.9}} {
			for s := Outage; s <= Storm; s++ {
				inputs = append(inputs, input{p, l, s})
			}
		}
	}
	data, err := json.Marshal(inputs)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "-e", `
		const fs = require("fs");
		const simulate = new Function(fs.readFileSync("model.js", "utf8") + "; return simulate;")();
		const inputs = JSON.parse(fs.readFileSync(0, "utf8"));
		console.log(JSON.stringify(inputs.map((i) => simulate.run(i.program, i.load, i.scenario))));`)
	cmd.Stdin = strings.NewReader(string(data))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var results []Result
	if err := json.Unmarshal(out, &results); err != nil {
		t.Fatal(err)
	}
	for i, in := range inputs {
		got, err := json.Marshal(results[i])
		if err != nil {
			t.Fatal(err)
		}
		want := Run(in.Program, in.Load, in.Scenario)
		if want.Probes == nil {
			want.Probes = []Probe{}
		}
		if !reflect.DeepEqual(results[i], want) {
			ours, _ := json.Marshal(want)
			t.Errorf("input %d, scenario %d:\nJavaScript %.300s\nGo         %.300s", i, in.Scenario, got, ours)
		}
	}
}

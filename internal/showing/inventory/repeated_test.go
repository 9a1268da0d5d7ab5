package inventory

import "testing"

// TestRepeated has a queue that several commands of a program make, and two controllers that a loop sets up.
func TestRepeated(t *testing.T) {
	queue := Controller{File: "main.go", Line: 3, Kind: "queue", Main: "example.com/cmd", Limits: Limits{{Key: "limiter", Verdict: "none"}}}
	shared := queue
	shared.Limits = Limits{{Key: "limiter", Verdict: "shared"}}
	other := queue
	other.Main = "example.com/tool"
	controller := Controller{File: "main.go", Line: 5, Kind: "controller", Main: "example.com/cmd"}
	got := withoutRepeated([]Controller{queue, shared, queue, other, queue, controller, controller})
	if len(got) != 5 || got[0].Main != queue.Main || got[1].Limits[0].Verdict != "shared" || got[2].Main != other.Main ||
		got[4].Kind != "controller" {
		t.Errorf("got %+v", got)
	}
}

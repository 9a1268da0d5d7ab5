package known_test

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

func TestEffects(t *testing.T) {
	const (
		harmless = "leaves its arguments alone"
		keeps    = "may call functions"
		fills    = "may change what it is given"
	)
	for sym, want := range map[symbol.Name]string{
		"fmt.Sprintf":                                                           harmless,
		"github.com/go-logr/logr.Logger.Info":                                   harmless,
		"encoding/json.Marshal":                                                 harmless,
		"encoding/json.Encoder.Encode":                                          harmless,
		"encoding/json.Unmarshal":                                               fills,
		"encoding/json.Decoder.Decode":                                          fills,
		"sigs.k8s.io/yaml.Marshal":                                              harmless,
		"sigs.k8s.io/yaml.UnmarshalStrict":                                      fills,
		"github.com/sirupsen/logrus.Infof":                                      harmless,
		"k8s.io/apimachinery/pkg/util/wait.PollUntilContextTimeout":             keeps,
		"k8s.io/client-go/tools/leaderelection.RunOrDie":                        keeps,
		"sigs.k8s.io/controller-runtime/pkg/handler.EnqueueRequestsFromMapFunc": keeps,
		"k8s.io/client-go/util/workqueue.DefaultItemBasedRateLimiter":           keeps,
		"sigs.k8s.io/controller-runtime/pkg/client.Reader.Get":                  fills,
		"sigs.k8s.io/controller-runtime/pkg/client.Writer.Create":               fills,
		"k8s.io/apimachinery/pkg/runtime.Scheme.Default":                        fills,
		"k8s.io/apimachinery/pkg/runtime.DecodeInto":                            fills,
		"k8s.io/api/core/v1.Pod.DeepCopyInto":                                   fills,
		"k8s.io/component-base/cli/flag.NewMapStringBool":                       fills,
		"example.com/anything.Do":                                               fills,
	} {
		got := fills
		switch {
		case known.Harmless(sym):
			got = harmless
		case known.Keeps(sym):
			got = keeps
		}
		if got != want {
			t.Errorf("%s %s, want %s", sym, got, want)
		}
	}
}

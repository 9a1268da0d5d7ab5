package known

import (
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// Ends reports whether the function with the symbol never returns.
func Ends(sym symbol.Name) bool {
	if ends[sym] {
		return true
	}
	return slices.ContainsFunc(endFamilies[sym.Package()], func(start string) bool { return strings.HasPrefix(sym.Declared(), start) })
}

var ends = map[symbol.Name]bool{"os.Exit": true, "runtime.Goexit": true, "syscall.Exit": true}

// endFamilies are what the names of loggers' functions that end the program begin with, by package.
var endFamilies = map[string][]string{
	"log":                        {"Fatal", "Panic", "Logger.Fatal"},
	"k8s.io/klog/v2":             {"Fatal", "Exit"},
	"go.uber.org/zap":            {"Logger.Fatal", "SugaredLogger.Fatal"},
	"github.com/sirupsen/logrus": {"Fatal"},
}

// harmlessPackages leave what they are given alone and call none of it.
var harmlessPackages = map[string]bool{
	"fmt": true, "errors": true, "log": true, "log/slog": true, "strings": true, "strconv": true, "time": true,
	"context": true, "reflect": true, "math": true, "sort": true,
	"github.com/go-logr/logr": true, "github.com/pkg/errors": true, "go.uber.org/zap": true, "k8s.io/klog/v2": true,
	"github.com/sirupsen/logrus": true, "github.com/golang/glog": true, "github.com/davecgh/go-spew/spew": true,
}

// codecs write values as text or bytes, and read them back.
var codecs = map[string]bool{
	"encoding/json": true, "encoding/xml": true, "encoding/gob": true, "github.com/json-iterator/go": true,
	"sigs.k8s.io/yaml": true, "sigs.k8s.io/json": true, "github.com/ghodss/yaml": true, "github.com/goccy/go-yaml": true,
	"gopkg.in/yaml.v2": true, "gopkg.in/yaml.v3": true, "go.yaml.in/yaml/v2": true, "go.yaml.in/yaml/v3": true,
	"github.com/BurntSushi/toml": true, "github.com/pelletier/go-toml": true, "github.com/pelletier/go-toml/v2": true,
}

// encodes reports whether a function writes what it is given as text or bytes. The methods of its own that a value may
// have for this, such as MarshalJSON, change nothing either.
func encodes(sym symbol.Name) bool {
	return codecs[sym.Package()] && (strings.HasPrefix(sym.Last(), "Marshal") || strings.HasPrefix(sym.Last(), "Encode"))
}

// locks are the methods of package sync that wait and let others go on, and do nothing else.
var locks = []string{
	"Mutex.Lock", "Mutex.TryLock", "Mutex.Unlock", "Locker.Lock", "Locker.Unlock",
	"RWMutex.Lock", "RWMutex.TryLock", "RWMutex.Unlock", "RWMutex.RLock", "RWMutex.TryRLock", "RWMutex.RUnlock",
	"WaitGroup.Add", "WaitGroup.Done", "WaitGroup.Wait", "Cond.Wait", "Cond.Signal", "Cond.Broadcast",
}

// Harmless reports whether a function leaves its arguments alone and calls none of them, or calls them only
// for the events of an informer, which set nothing up.
func Harmless(sym symbol.Name) bool {
	return harmlessPackages[sym.Package()] && !scans(sym) || encodes(sym) || sym.In("sync") && slices.Contains(locks, sym.Declared()) ||
		strings.HasPrefix(sym.Last(), "AddEventHandler") && sym.In(ClientGoCache)
}

// scans reports whether a function of package fmt fills what its arguments point to with what it reads.
func scans(sym symbol.Name) bool { return sym.In("fmt") && strings.Contains(sym.Last(), "can") }

// SetsReflected reports whether a function sets what its first argument, a reflected value, was taken from.
func SetsReflected(sym symbol.Name) bool {
	return sym == "reflect.Copy" || sym.In("reflect") && strings.HasPrefix(sym.Declared(), "Value.Set")
}

// Keeps reports whether a function may call the functions among its arguments, now or later, but
// changes nothing of the others.
func Keeps(sym symbol.Name) bool {
	return Foundation(sym.Package()) && !fills(sym)
}

// fills reports whether a function fills what its arguments point to.
func fills(sym symbol.Name) bool {
	if sym.In(clientPackage) {
		// The objects that are read, and those written, with what the server made of them. What makes a client changes a copy of its config.
		return sym.IsMethod() || !strings.HasPrefix(sym.Last(), "New")
	}
	if sym.In("k8s.io/component-base/cli/flag") {
		return true // the variables that flags set
	}
	for _, part := range []string{"Decode", "Unmarshal", "Load", "Parse", "Convert", "CreateOr", "Into", "FromUnstructured"} {
		if strings.Contains(sym.Declared(), part) {
			return true
		}
	}
	return sym.Last() == "Default"
}

// laterPackages keep the functions they are given to call them once the program
// is set up: flag libraries, whose commands run after all flags are defined, with the packages below them.
var laterPackages = []string{"github.com/spf13/cobra", "github.com/urfave/cli", "github.com/alecthomas", "gopkg.in/alecthomas", "flag",
	"github.com/spf13/pflag", ControllerRuntime}

// Later reports whether a function keeps function arguments to call them once the
// program is set up.
func Later(sym symbol.Name) bool {
	return slices.ContainsFunc(laterPackages, sym.Below)
}

// Counts reports whether a function of sync/atomic changes a number: what it returns differs from call to call.
func Counts(sym symbol.Name) bool {
	if !sym.In("sync/atomic") {
		return false
	}
	last := sym.Last()
	return strings.HasPrefix(last, "Add") || strings.HasPrefix(last, "Swap") || strings.HasPrefix(last, "CompareAndSwap")
}

// IsObject reports whether values of a type are objects of the API.
func IsObject(t types.Type) bool {
	return slices.ContainsFunc([]string{"GetResourceVersion", "GetObjectKind"}, func(name string) bool {
		m, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		return m != nil
	})
}

// The functions that put a condition into the list of those of an object's status, or take one out.
const (
	SetCondition    symbol.Name = "k8s.io/apimachinery/pkg/api/meta.SetStatusCondition"
	RemoveCondition symbol.Name = "k8s.io/apimachinery/pkg/api/meta.RemoveStatusCondition"
)

// Changes returns the place of the argument that a function of Kubernetes' libraries changes: an object, or a part of one. It is -1 for any
// other function.
func Changes(sym symbol.Name) int {
	name := sym.Last()
	switch {
	case sym == SetCondition || sym == RemoveCondition || sym == "k8s.io/apimachinery/pkg/runtime.Scheme.Default",
		sym.In("k8s.io/apimachinery/pkg/apis/meta/v1") && strings.HasPrefix(name, "SetMetaData"),
		sym.In("k8s.io/apimachinery/pkg/apis/meta/v1/unstructured") && (strings.HasPrefix(name, "SetNested") || name == "RemoveNestedField"):
		return 0
	case !sym.In(ControllerRuntime + "/pkg/controller/controllerutil"):
		return -1
	case name == "AddFinalizer" || name == "RemoveFinalizer":
		return 0
	case strings.HasSuffix(name, "Reference") && !strings.HasPrefix(name, "Has"): // of an owner, by which the object is owned
		return 1
	}
	return -1
}

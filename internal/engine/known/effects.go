package known

import "strings"

// Ends reports whether the function with the symbol never returns.
func Ends(sym string) bool {
	if ends[sym] {
		return true
	}
	return strings.HasPrefix(sym, "log.Fatal") || strings.HasPrefix(sym, "log.Panic") || strings.HasPrefix(sym, "log.Logger.Fatal") ||
		strings.HasPrefix(sym, "k8s.io/klog/v2.Fatal") || strings.HasPrefix(sym, "k8s.io/klog/v2.Exit") ||
		strings.HasPrefix(sym, "go.uber.org/zap.Logger.Fatal") || strings.HasPrefix(sym, "go.uber.org/zap.SugaredLogger.Fatal") ||
		strings.HasPrefix(sym, "github.com/sirupsen/logrus.Fatal")
}

var ends = map[string]bool{"os.Exit": true, "runtime.Goexit": true, "syscall.Exit": true}

// harmlessPackages leave what they are given alone and call none of it.
var harmlessPackages = map[string]bool{
	"fmt": true, "errors": true, "log": true, "log/slog": true, "strings": true, "strconv": true, "time": true,
	"context": true, "reflect": true, "math": true, "sort": true,
	"github.com/go-logr/logr": true, "github.com/pkg/errors": true, "go.uber.org/zap": true, "k8s.io/klog/v2": true,
}

// Harmless reports whether a function leaves its arguments alone and calls none of them.
func Harmless(sym string) bool {
	path, _ := split(sym)
	return harmlessPackages[path]
}

// Reflects reports whether what a function returns gives access to its argument,
// whatever its type.
func Reflects(sym string) bool { return sym == "reflect.ValueOf" }

// Keeps reports whether a function may call the functions among its arguments, now or later, but
// changes nothing of the others.
func Keeps(sym string) bool {
	path, name := split(sym)
	return Foundation(path) && !fills(path, name)
}

// split returns the import path of a symbol and the name in the package.
func split(sym string) (path, name string) {
	slash := strings.LastIndexByte(sym, '/')
	dot := strings.IndexByte(sym[slash+1:], '.')
	if dot < 0 {
		return "", sym
	}
	return sym[:slash+1+dot], sym[slash+dot+2:]
}

// fills reports whether a function fills what its arguments point to.
func fills(path, name string) bool {
	if path == ControllerRuntime+"/pkg/client" {
		return true // the objects that are read, and those written, with what the server made of them
	}
	for _, part := range []string{"Decode", "Unmarshal", "Load", "Parse", "Convert", "CreateOr", "Into", "FromUnstructured"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return name == "Default" || strings.HasSuffix(name, ".Default")
}

// laterPackages keep the functions they are given to call them once the program
// is set up: flag libraries, whose commands run after all flags are defined.
var laterPackages = []string{"github.com/spf13/cobra", "github.com/urfave/cli", "github.com/alecthomas/", "gopkg.in/alecthomas/", "flag.", "github.com/spf13/pflag", ControllerRuntime}

// Later reports whether a function keeps function arguments to call them once the
// program is set up.
func Later(sym string) bool {
	for _, p := range laterPackages {
		if strings.HasPrefix(sym, p) {
			return true
		}
	}
	return false
}

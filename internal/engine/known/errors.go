package known

import (
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// An ErrorKind says what a function makes of an error.
type ErrorKind int

// What functions make of errors.
const (
	NoError       ErrorKind = iota
	NewError                // makes an error of a text
	WrapError               // returns nil for nil, else an error that wraps Args[0]
	IgnoreError             // returns nil for nil and for some errors, else Args[0]
	JoinError               // returns nil if all its arguments, or the elements of its last, are nil
	MaybeError              // returns nil for nil, and perhaps for others
	FormatError             // makes an error of a format and arguments, which it may wrap
	TerminalError           // makes an error that is not retried
	IsError                 // reports whether Args[0] is, or wraps, Args[1]
	AsError                 // reports whether Args[0] is, or wraps, one of the type that Args[1] points to
	APIError                // reports whether Args[0] is a certain error of Kubernetes' API
)

const apiErrors = "k8s.io/apimachinery/pkg/api/errors"

// Error returns what the function with the symbol makes of an error.
func Error(sym symbol.Name) ErrorKind {
	if k, ok := errorFuncs[sym]; ok {
		return k
	}
	switch name := sym.Declared(); {
	case sym.IsMethod():
	case sym.In(apiErrors) && strings.HasPrefix(name, "Is"):
		return APIError
	case sym.In(apiErrors) && strings.HasPrefix(name, "New"):
		return NewError
	case !wrapping[sym.Package()]:
	case strings.HasPrefix(name, "New"), name == "Errorf":
		return NewError
	case name == "Is":
		return IsError
	case name == "As":
		return AsError
	case strings.HasPrefix(name, "Wrap") || strings.HasPrefix(name, "With"):
		return WrapError // nil for nil
	}
	return NoError
}

// MakesError reports whether a function makes an error, whatever it is given.
func MakesError(sym symbol.Name) bool {
	switch Error(sym) {
	case NewError, FormatError, TerminalError:
		return true
	}
	return false
}

// wrapping are packages whose functions Wrap… and With… return their first argument with more words, and nil for nil.
var wrapping = map[string]bool{"github.com/pkg/errors": true, "emperror.dev/errors": true, "github.com/cockroachdb/errors": true}

var errorFuncs = map[symbol.Name]ErrorKind{
	"errors.New":                   NewError,
	"errors.Is":                    IsError,
	"errors.As":                    AsError,
	"fmt.Errorf":                   FormatError,
	"errors.Join":                  JoinError,
	"go.uber.org/multierr.Append":  JoinError,
	"go.uber.org/multierr.Combine": JoinError,
	"k8s.io/apimachinery/pkg/util/errors.NewAggregate":    JoinError,
	"github.com/hashicorp/go-multierror.Error.ErrorOrNil": MaybeError,
	Reconcile + ".TerminalError":                          TerminalError,

	IgnoreNotFound: IgnoreError,
	ControllerRuntime + "/pkg/client.IgnoreAlreadyExists": IgnoreError,
	"k8s.io/apimachinery/pkg/api/meta.IsNoMatchError":     APIError,
}

// IgnoreNotFound leaves out the error of an object that is gone.
const IgnoreNotFound symbol.Name = ControllerRuntime + "/pkg/client.IgnoreNotFound"

// IsNotFound asks whether an error says that an object is not there.
const IsNotFound symbol.Name = apiErrors + ".IsNotFound"

// Final reports whether a function asks if an error is one that no other try changes: that the object is gone, or there already.
func Final(sym symbol.Name) bool {
	switch sym {
	case IsNotFound, apiErrors + ".IsGone", apiErrors + ".IsAlreadyExists":
		return true
	}
	return false
}

// ReportsErrors reports whether a function reports an error that nobody handles.
func ReportsErrors(sym symbol.Name) bool {
	const runtime = "k8s.io/apimachinery/pkg/util/runtime"
	return sym == runtime+".HandleError" || sym == runtime+".HandleErrorWithContext" || sym == runtime+".HandleErrorWithLogger"
}

// StatusWriters are the types of controller-runtime's client that write the status of an object.
var StatusWriters = map[symbol.Name]bool{
	ControllerRuntime + "/pkg/client.SubResourceWriter": true,
	ControllerRuntime + "/pkg/client.StatusWriter":      true,
	ControllerRuntime + "/pkg/client.SubResourceClient": true,
}

// Predicates are controller-runtime's predicates that are made of functions.
var Predicates = map[symbol.Name]bool{
	ControllerRuntime + "/pkg/predicate.Funcs":      true,
	ControllerRuntime + "/pkg/predicate.TypedFuncs": true,
}

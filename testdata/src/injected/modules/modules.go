// Package modules only lists what others have.
package modules

import "rllint.test/injected/setups"

// All are the modules of the program.
var All = []any{setups.Nodes}

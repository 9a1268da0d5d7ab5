// Package quota tells what a second platform allows: the import path of its package has a dot in its last element.
package quota

import (
	"os"
	"strconv"
)

// Rate is what the platform allows this program.
func Rate() (int, error) { return strconv.Atoi(os.Getenv("QUOTA_ALLOWANCE")) }

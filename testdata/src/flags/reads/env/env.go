// Package env reads numbers from the environment.
package env

import (
	"os"
	"strconv"
)

// Workers is the number of workers of controllers.
func Workers() int {
	n, _ := strconv.Atoi(os.Getenv("WORKERS"))
	return n
}

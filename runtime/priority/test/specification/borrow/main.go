// Command borrow writes an overlay for the Go command that puts the tests of
// controller-runtime's priority queue and of client-go's queue into package specification
// and the one below, for which the limited queues are what is tested:
//
//	go run ./specification/borrow go.mod DIR
//	go test -overlay DIR/overlay.json ./specification/...
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "borrow:", err)
		os.Exit(1)
	}
}

func run() error {
	if len(os.Args) != 3 {
		return errors.New("usage: borrow MODFILE DIR, in the folder of the module file")
	}
	dir, err := filepath.Abs(os.Args[2])
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	replace := map[string]string{}
	for i, b := range borrowed {
		text, err := b.read(os.Args[1])
		if err != nil {
			return err
		}
		file := filepath.Join(dir, fmt.Sprintf("borrowed_%d_test.go", i))
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return err
		}
		target, err := filepath.Abs(filepath.Join("specification", b.target, filepath.Base(b.file)))
		if err != nil {
			return err
		}
		replace[target] = file
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600)
}

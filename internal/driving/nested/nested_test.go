package nested

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// write writes the files of an archive into a folder.
func write(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	if err := txtar.Write(txtar.Parse([]byte(archive)), dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func setsUp(path string) bool { return path == "example.com/queue" }

// TestFind finds the modules with programs below a module that lead to what sets up controllers, and no others.
func TestFind(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/m
-- main.go --
package main
-- lib/lib.go --
package lib

import _ "example.com/m/lib/deep"
-- lib/deep/deep.go --
package deep

import _ "example.com/queue"
-- lib/deep/left_plan9.go --
package deep

import _ "example.com/m/cycle"
-- api/api.go --
package api

import _ "example.com/m/cycle"
-- api/api_test.go --
package api

import _ "example.com/queue"
-- cycle/cycle.go --
package cycle

import _ "example.com/m/api"
-- cmd/controller/go.mod --
module example.com/m/cmd/controller
require example.com/m v0.0.0
replace example.com/m => ../..
-- cmd/controller/app/app.go --
package app

import _ "example.com/m/lib"
-- cmd/controller/main.go --
package main

import _ "example.com/m/cmd/controller/app"
-- cmd/webhook/go.mod --
module example.com/other
require (
	example.com/m v0.0.0
)
-- cmd/webhook/run/main.go --
package main

import (
	_ "example.com/m/api"
	_ "example.com/other/queues"
)
-- cmd/webhook/queues/queues.go --
package queues

import _ "example.com/queue"
-- cmd/cli/go.mod --
module example.com/m/cmd/cli
require example.com/m v0.0.0
-- cmd/cli/main.go --
package main

import (
	_ "example.com/m/api"
	_ "example.com/m/gone"
	_ "fmt"
)
-- cmd/cli/unused/unused.go --
package unused

import _ "example.com/queue"
-- tool/go.mod --
module example.com/m/tool
-- tool/main.go --
package main

import _ "example.com/queue"
-- client/go.mod --
module example.com/m/client
require example.com/m v0.0.0
-- client/client.go --
package client

import _ "example.com/m/lib"
-- client/gen.go --
//go:build ignore

package main
-- client/deep/go.mod --
module example.com/m/client/deep
-- client/deep/main.go --
package main
-- test/go.mod --
module example.com/m/test
require example.com/m v0.0.0
-- test/main.go --
package main

import _ "example.com/m/lib"
-- examples/go.mod --
module example.com/m/examples
require example.com/m v0.0.0
-- examples/main.go --
package main

import _ "example.com/m/lib"
-- vendor/example.com/v/go.mod --
module example.com/v
require example.com/m v0.0.0
-- vendor/example.com/v/main.go --
package main

import _ "example.com/m/lib"
-- broken/go.mod --
modul
-- broken/main.go --
package main
`)
	if err := os.Symlink(dir, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		folder string
		want   []string
	}{
		{".", []string{"cmd/controller true", "cmd/webhook false"}},
		{"link", []string{"cmd/controller true", "cmd/webhook false"}}, // to the module
		{"cmd/controller", nil}, // no other below it
		{"cmd", nil},            // no module
		{"broken", nil},
	} {
		var got []string
		all, serves := Find(filepath.Join(dir, filepath.FromSlash(test.folder)), setsUp)
		for _, p := range all {
			by := " false"
			if serves[p] {
				by = " true"
			}
			got = append(got, p.Dir+by)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("below %s: got %q, want %q", test.folder, got, test.want)
		}
	}
}

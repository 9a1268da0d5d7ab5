//go:build unix

package main

import (
	"os"
	"time"
)

// vet compares the vet tool with the one in the folder typecheck, each run with its
// analysis cold and again with nothing changed.
func (b *bench) vet() error {
	type tool struct {
		pkg         string
		cold, again program
	}
	tools := []*tool{
		{"internal/development/bench/typecheck", program{name: "type-check only, cold"}, program{name: "type-check only, again"}},
		{"cmd/rllint", program{name: "rllint, cold", findings: true}, program{name: "rllint, again", findings: true}},
	}
	// Go vet keeps what a tool answered under the hash of the tool's bytes: to make it
	// forget, each run has a tool that differs.
	salt := int(time.Now().Unix())
	for range b.runs {
		salt++
		for _, t := range tools {
			exe, err := b.build(t.pkg, salt)
			if err != nil {
				return err
			}
			for _, p := range []*program{&t.cold, &t.again} {
				p.args = append([]string{"go", "vet", "-vettool=" + exe}, b.patterns...)
				if err := p.run(b.dir, true); err != nil {
					return err
				}
			}
			if err := os.Remove(exe); err != nil {
				return err
			}
		}
	}
	report("go vet -vettool, cold", &tools[0].cold, &tools[1].cold)
	compare(&tools[1].cold, &tools[0].cold)
	report("go vet -vettool, again", &tools[0].again, &tools[1].again)
	compare(&tools[1].again, &tools[0].again)
	return nil
}

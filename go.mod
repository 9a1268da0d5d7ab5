module github.com/rllint/rllint

go 1.26.0

require (
	github.com/aymanbagabas/go-udiff v0.4.2
	github.com/golangci/plugin-module-register v0.1.2
	github.com/rogpeppe/go-internal v1.16.0
	go.yaml.in/yaml/v3 v3.0.4
	golang.org/x/mod v0.39.0
	golang.org/x/term v0.47.0
	golang.org/x/tools v0.49.0
	honnef.co/go/tools v0.8.0
)

require (
	golang.org/x/sync v0.22.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

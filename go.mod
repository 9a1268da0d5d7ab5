module github.com/rllint/rllint

go 1.26.0

require (
	golang.org/x/tools v0.49.0
	honnef.co/go/tools v0.8.0
)

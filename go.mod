module github.com/rllint/rllint

go 1.26.0

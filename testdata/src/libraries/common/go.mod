module rllint.test/common

go 1.26.0

package controller

import "rllint.test/operatorsdk/memcached"

func init() {
	AddToManagerFuncs = append(AddToManagerFuncs, memcached.Add)
}

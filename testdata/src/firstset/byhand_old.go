//go:build cr19

package main

import "sigs.k8s.io/controller-runtime/pkg/manager"

func byHand(manager.Manager) {}

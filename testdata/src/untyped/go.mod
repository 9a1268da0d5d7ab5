module rllint.test/untyped

go 1.26.0

require (
	github.com/alecthomas/kingpin/v2 v2.4.0
	github.com/crossplane/crossplane-runtime v0.19.2
	golang.org/x/time v0.3.0
	k8s.io/api v0.26.1
	k8s.io/client-go v0.26.1
	sigs.k8s.io/controller-runtime v0.14.7
)

// Command commands has a setting for the rate of one command's client, and another command whose client has none: the setting is not
// for that one. A third has the setting and passes it by.
package main

import (
	"log"

	"github.com/spf13/cobra"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

type reconciler struct {
	inert.Reconciler
	clients kubernetes.Interface
}

type options struct{ qps float64 }

func (o *options) addFlags(cmd *cobra.Command) {
	cmd.Flags().Float64Var(&o.qps, "kube-client-qps", 50, "requests a second")
}

func main() {
	root := &cobra.Command{Use: "commands"}
	root.AddCommand(limited(), backup())
	check(root.Execute())
}

func limited() *cobra.Command {
	var o options
	cmd := &cobra.Command{Use: "limited", Run: func(*cobra.Command, []string) {
		cfg, err := rest.InClusterConfig()
		check(err)
		cfg.QPS = float32(o.qps)
		mgr, err := ctrl.NewManager(cfg, ctrl.Options{}) // want RL1000:""
		check(err)
		own, err := clients()
		check(err)
		check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&reconciler{clients: own}))
		check(mgr.Start(ctrl.SetupSignalHandler()))
	}}
	o.addFlags(cmd)
	return cmd
}

func clients() (kubernetes.Interface, error) {
	cfg, err := rest.InClusterConfig() // want RL5002:"a client that is made of this config makes 5 requests a second .burst 10.: flag kube-client-qps does not reach it"
	if err != nil {
		return nil, err
	}
	return kubernetes.NewForConfig(cfg)
}

func backup() *cobra.Command {
	return &cobra.Command{Use: "backup", Run: func(*cobra.Command, []string) {
		cfg, err := rest.InClusterConfig()
		check(err)
		mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
		check(err)
		own, err := kubernetes.NewForConfig(cfg)
		check(err)
		check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(&reconciler{clients: own}))
		other, err := rest.InClusterConfig()
		check(err)
		clients, err := kubernetes.NewForConfig(other)
		check(err)
		check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(&reconciler{clients: clients}))
		check(mgr.Start(ctrl.SetupSignalHandler()))
	}}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Command elements names its controllers by elements of lists and maps that are not known, and by what is new each time:
// none of these is another, and a name that is used twice is.
package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/inert"
)

type settings struct {
	Names  []string
	ByKind map[string]string
	Shards []struct{ Name string }
}

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"20 controllers"
	check(err)
	setup(mgr, os.Args[1], &corev1.Pod{})
	setup(mgr, os.Args[2], &corev1.Pod{})
	setup(mgr, rand.Text(), &corev1.Node{})
	setup(mgr, rand.Text(), &corev1.Node{})

	before, after, _ := strings.Cut(os.Args[3], ",")
	setup(mgr, before, &corev1.PodTemplate{})
	setup(mgr, after, &corev1.PodTemplate{})
	for at, letter := range os.Args[4] {
		setup(mgr, string(letter), &corev1.PersistentVolume{})
		setup(mgr, fmt.Sprint(at), &corev1.PersistentVolume{})
	}

	data, err := os.ReadFile("settings.json")
	check(err)
	var s settings
	check(json.Unmarshal(data, &s))
	setup(mgr, s.Names[0], &corev1.Secret{})
	setup(mgr, s.Names[1], &corev1.Secret{})
	setup(mgr, s.ByKind["first"], &corev1.Service{})
	setup(mgr, s.ByKind["second"], &corev1.Service{})
	setup(mgr, s.Shards[0].Name, &corev1.Event{})
	setup(mgr, s.Shards[1].Name, &corev1.Event{})
	both(mgr, s.Names, s.ByKind)

	own := rand.Text()
	setup(mgr, own, &corev1.Endpoints{}) // want RL2002:"Endpoints is set up twice"
	setup(mgr, own, &corev1.Endpoints{}) // want RL2002:"Endpoints is set up twice"
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func both(mgr ctrl.Manager, names []string, by map[string]string) {
	setup(mgr, names[0], &corev1.ConfigMap{})
	setup(mgr, names[1], &corev1.ConfigMap{})
	setup(mgr, by["first"], &corev1.LimitRange{})
	setup(mgr, by["second"], &corev1.LimitRange{})
}

func setup(mgr ctrl.Manager, name string, kind client.Object) {
	check(ctrl.NewControllerManagedBy(mgr).Named(name).For(kind).Complete(&inert.Reconciler{}))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Command filled takes the rate of its client from settings that a library fills, which may put the flag into them.
package main

import (
	"encoding/json"
	"flag"
	"log"
	"os"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

type settings struct {
	QPS float32 `json:"qps"`
}

func main() {
	flag.Float64("qps", 20, "requests a second")
	flag.Parse()

	var s settings
	text, err := os.ReadFile("settings.json")
	check(err)
	check(json.Unmarshal(text, &s))
	cfg, err := rest.InClusterConfig()
	check(err)
	cfg.QPS = s.QPS
	clientset, err := kubernetes.NewForConfig(cfg)
	check(err)
	log.Print(clientset.LegacyPrefix)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

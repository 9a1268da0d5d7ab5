// Command config reads its numbers from a file into structs.
package main

import (
	"encoding/json"
	"log"
	"os"

	"rllint.test/flags/queues"
)

type file struct {
	Controllers struct {
		MaxReconcileRate int `json:"maxReconcileRate"`
		Workers          int `json:"workers"`
	} `json:"controllers"`
}

func read(name string) (*file, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil { // want RL1003:"(?i)workers"
		return nil, err
	}
	return &f, nil
}

func main() {
	f, err := read("config.json")
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(queues.Run(f.Controllers.MaxReconcileRate, f.Controllers.Workers)) // want RL1004:"client of this manager"
}

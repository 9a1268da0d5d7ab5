// Command viper reads its numbers from keys of viper, by package function, from
// an instance and into a struct.
package main

import (
	"log"

	"github.com/spf13/viper"

	"rllint.test/flags/queues"
)

type settings struct {
	MaxReconcileRate int `mapstructure:"max-reconcile-rate"`
	Workers          int `mapstructure:"workers"` // want RL1003:"(?i)workers"
}

func main() {
	viper.SetDefault("max-reconcile-rate", 10)
	workers := viper.GetInt("workers")                                              // want RL1003:"workers"
	if err := queues.Run(viper.GetInt("max-reconcile-rate"), workers); err != nil { // want RL1004:"client of this manager"
		log.Fatal(err)
	}

	v := viper.New()
	v.AutomaticEnv()
	parallel := v.GetInt("parallel")                                             // want RL1003:"parallel"
	if err := queues.Run(v.GetInt("max.reconcile.rate"), parallel); err != nil { // want RL1004:"client of this manager"
		log.Fatal(err)
	}

	var s settings
	if err := v.Unmarshal(&s); err != nil {
		log.Fatal(err)
	}
	log.Fatal(queues.Run(s.MaxReconcileRate, s.Workers)) // want RL1004:"client of this manager"
}

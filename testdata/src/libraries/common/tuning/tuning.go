// Package tuning reads the settings of all programs of a company.
package tuning

import "github.com/spf13/viper"

// Settings of every program.
var (
	Workers          int
	MaxReconcileRate int
)

// Queue is the part of the settings that is about queues.
var Queue struct {
	Workers int `mapstructure:"queueWorkers"`
}

func init() {
	viper.AutomaticEnv()
	viper.SetDefault("workers", 4)
	Workers = viper.GetInt("workers")
	MaxReconcileRate = viper.GetInt("max-reconcile-rate")
	if err := viper.UnmarshalKey("queue", &Queue); err != nil {
		panic(err)
	}
}

package rl5001

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket"}}
	two := append(one, &model.Controller{Name: "topic"})
	messagetest.Run(t, message, map[string]*model.Cause{
		"controller bucket has as many workers as flag workers says, and one client of 20 requests a second (burst 30), ctrl.GetConfig of " +
			"controller-runtime v0.17.0, that nothing sets": {Name: "flag workers", Reaches: one,
			Detail: "20 requests a second (burst 30), ctrl.GetConfig of controller-runtime v0.17.0"},
		"2 controllers (bucket, topic) have 20 workers each, and one client of 5 requests a second (burst 10), client-go's default, that " +
			"nothing sets": {Value: "20", Reaches: two, Detail: "5 requests a second (burst 10), client-go's default"},
		"the queues of this program have as many workers as flag workers says, and clients of 5 requests a second (burst 10), client-go's " +
			"default, that nothing sets": {Name: "flag workers", Detail: "5 requests a second (burst 10), client-go's default"},
		"2 controllers (bucket, topic) have one client of 5 requests a second (burst 10), client-go's default, that nothing sets; 1 of them " +
			"takes its number of workers from flag workers": {Name: "flag workers", Part: 1, Reaches: two,
			Detail: "5 requests a second (burst 10), client-go's default"},
		"the queues of this program have clients of 5 requests a second (burst 10), client-go's default, that nothing sets; 4 of them take " +
			"their number of workers from flag a and 2 others": {Name: "flag a and 2 others", Part: 4,
			Detail: "5 requests a second (burst 10), client-go's default"},
		"1 queue of this program has 10 workers, and one client of 5 requests a second (burst 10), client-go's default, that nothing sets": {Value: "10", Sharing: 1, Detail: "5 requests a second (burst 10), client-go's default"},
		"2 queues of this program have as many workers as flag workers says, and one client of 5 requests a second (burst 10), client-go's " +
			"default, that nothing sets": {Name: "flag workers", Sharing: 2, Detail: "5 requests a second (burst 10), client-go's default"},
	})
}

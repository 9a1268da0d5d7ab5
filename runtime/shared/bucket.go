package shared

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"
)

//go:embed bucket.lua
var bucketSource string

var bucketScript = redis.NewScript(bucketSource)

// call is what a process says to the store's bucket.
type call struct {
	id     string // of the process
	number int64  // of the call, 1 for the first
	// kept is the number of tokens that the process got in all its calls, less
	// those that it gives back. If the store thinks that it handed out more, a
	// reply was lost or tokens come back; either way the bucket gets them.
	kept       int64
	want       int64
	settings   settings
	epoch      string // of the bucket, as far as known
	vouched    int64  // bucket time plus lost by the process's reckoning, at most the true ones, in µs
	seen       int64  // the latest bucket time that the store told, in µs
	selfHelped bool   // the process let reconciles through without the store
	leaving    bool
}

// reply is what the store's bucket says.
type reply struct {
	repeated bool   // the call came a second time and had no effect
	epoch    string // changes when the bucket starts anew
	time     int64  // bucket time in µs
	lost     int64  // time that the bucket disbelieved, in µs
	granted  int64
	debt     int64 // as in lease
	rate     int64 // the one in force, the lowest of all processes
	life     int64 // in µs, the shortest of all processes
	wait     int64 // in µs: when to come back if nothing was granted
	active   int64 // processes that want tokens
	knowsRun bool  // the store can tell when it was started anew
}

// bucket is the one in the store.
type bucket struct {
	client redis.Scripter
	key    string
}

func (b bucket) do(ctx context.Context, c call) (reply, error) {
	flag := map[bool]int{true: 1}
	result, err := bucketScript.Run(ctx, b.client, []string{b.key},
		c.id, c.number, c.kept, c.want,
		c.settings.rate, c.settings.capacity, c.settings.horizon.Microseconds(), c.settings.life.Microseconds(),
		c.epoch, c.vouched, c.seen, flag[c.selfHelped], flag[c.leaving],
	).Slice()
	if err != nil {
		return reply{}, b.explain(err)
	}
	return parseReply(result)
}

// explain says what to do about errors that do not go away by themselves.
func (b bucket) explain(err error) error {
	switch text := err.Error(); {
	case strings.Contains(text, "FOREIGN"), strings.Contains(text, "WRONGTYPE"):
		return fmt.Errorf("key %q of the store holds something else than a budget of this version: choose another key", b.key)
	case strings.Contains(text, "NOPERM"):
		return fmt.Errorf("the store's user may not use key %q: allow it ~%s +evalsha +eval +time +info +hgetall +hset +hdel +del +pexpire: %w",
			b.key, b.key, err)
	default:
		return err
	}
}

var errReply = errors.New("the store's reply is not that of the bucket's script")

func parseReply(result []any) (reply, error) {
	if len(result) != 11 {
		return reply{}, errReply
	}
	epoch, ok := result[1].(string)
	if !ok {
		return reply{}, errReply
	}
	var n [11]int64
	for i, v := range result {
		if i == 1 {
			continue
		}
		if n[i], ok = v.(int64); !ok {
			return reply{}, errReply
		}
	}
	return reply{
		repeated: n[0] != 0, epoch: epoch, time: n[2], lost: n[3], granted: n[4], debt: n[5],
		rate: n[6], life: n[7], wait: n[8], active: n[9], knowsRun: n[10] != 0,
	}, nil
}

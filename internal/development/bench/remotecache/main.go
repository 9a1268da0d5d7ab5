// Remotecache stands for a build cache that machines share, to measure what that saves: a server that keeps
// entries in memory, and the program that go commands run to use it (see go help environment, GOCACHEPROG).
//
//	remotecache -serve localhost:8700
//	GOCACHEPROG="remotecache -remote http://localhost:8700 -dir /tmp/local" go vet ./...
//
// It has no users, no encryption and no end of what it keeps: it is for measurements alone.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"
)

func main() {
	serve := flag.String("serve", "", "be the server at this `address`")
	remote := flag.String("remote", "", "`URL` of the server")
	dir := flag.String("dir", "", "`folder` for the files that the go command reads")
	flag.Parse()
	var err error
	switch {
	case *serve != "":
		err = http.ListenAndServe(*serve, new(server))
	case *remote != "" && *dir != "":
		if err = os.MkdirAll(*dir, 0o700); err != nil {
			break
		}
		err = (&client{remote: *remote, dir: *dir, out: json.NewEncoder(os.Stdout)}).run(os.Stdin)
	default:
		err = errors.New("either -serve, or -remote and -dir, must be given")
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "remotecache: %v\n", err)
		os.Exit(1)
	}
}

// A server keeps what is put under a path.
type server struct{ entries sync.Map }

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPut {
		if body, err := io.ReadAll(r.Body); err == nil {
			s.entries.Store(r.URL.Path, body)
		}
		return
	}
	if body, ok := s.entries.Load(r.URL.Path); ok {
		_, _ = w.Write(body.([]byte)) // the client notices what is missing
		return
	}
	http.NotFound(w, r)
}

// The messages of cmd/go/internal/cacheprog.
type request struct {
	ID                 int64
	Command            string
	ActionID, OutputID []byte
	BodySize           int64
}

type response struct {
	ID            int64
	Err           string     `json:",omitempty"`
	KnownCommands []string   `json:",omitempty"`
	Miss          bool       `json:",omitempty"`
	OutputID      []byte     `json:",omitempty"`
	Size          int64      `json:",omitempty"`
	Time          *time.Time `json:",omitempty"`
	DiskPath      string     `json:",omitempty"`
}

type client struct {
	remote, dir string
	mu          sync.Mutex
	out         *json.Encoder
	work        sync.WaitGroup
}

func (c *client) answer(r response) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.out.Encode(r); err != nil {
		fmt.Fprintf(os.Stderr, "remotecache: cannot answer: %v\n", err)
	}
}

func (c *client) run(in io.Reader) error {
	c.answer(response{KnownCommands: []string{"get", "put", "close"}})
	decoder := json.NewDecoder(bufio.NewReaderSize(in, 1<<20))
	for {
		var r request
		if err := decoder.Decode(&r); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var body []byte
		if r.Command == "put" && r.BodySize > 0 {
			if err := decoder.Decode(&body); err != nil {
				return err
			}
		}
		if r.Command == "close" {
			c.work.Wait()
			c.answer(response{ID: r.ID})
			return nil
		}
		c.work.Go(func() {
			var answer response
			var err error
			if r.Command == "put" {
				answer, err = c.put(r, body)
			} else {
				answer = c.get(r)
			}
			if err != nil {
				answer.Err = err.Error()
			}
			answer.ID = r.ID
			c.answer(answer)
		})
	}
}

// An entry is stored as the ID of its output, in hexadecimal, a newline and the output.
func (c *client) url(r request) string { return c.remote + "/" + hex.EncodeToString(r.ActionID) }

func (c *client) get(r request) response {
	reply, err := http.Get(c.url(r))
	if err != nil {
		return response{Miss: true}
	}
	defer reply.Body.Close()
	data, err := io.ReadAll(reply.Body)
	id, body, found := bytes.Cut(data, []byte("\n"))
	if err != nil || reply.StatusCode != http.StatusOK || !found {
		return response{Miss: true}
	}
	output, err := hex.DecodeString(string(id))
	if err != nil {
		return response{Miss: true}
	}
	answer, err := c.keep(output, body)
	if err != nil {
		return response{Miss: true}
	}
	return answer
}

func (c *client) put(r request, body []byte) (response, error) {
	data := append(fmt.Appendf(nil, "%x\n", r.OutputID), body...)
	req, err := http.NewRequest(http.MethodPut, c.url(r), bytes.NewReader(data))
	if err != nil {
		return response{}, err
	}
	reply, err := http.DefaultClient.Do(req)
	if err != nil {
		return response{}, err
	}
	reply.Body.Close()
	return c.keep(r.OutputID, body)
}

// keep writes an output where the go command can read it.
func (c *client) keep(output, body []byte) (response, error) {
	name := filepath.Join(c.dir, base64.RawURLEncoding.EncodeToString(output))
	now := time.Now()
	answer := response{OutputID: output, Size: int64(len(body)), Time: &now, DiskPath: name}
	if info, err := os.Stat(name); err == nil && info.Size() == int64(len(body)) {
		return answer, nil
	}
	f, err := os.CreateTemp(c.dir, "new-")
	if err != nil {
		return response{}, err
	}
	_, err = f.Write(body)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	return answer, err
}

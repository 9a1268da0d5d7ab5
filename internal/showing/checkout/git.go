package checkout

import (
	"context"
	"errors"
	"net/url"
	"os/exec"
	"regexp"
	"strings"
)

// A Version says which commit of which repository files are of.
type Version struct {
	Repository string // URL, without a user's name and password
	Revision   string // hash of the commit
	Branch     string // "" if none is checked out
}

// VersionOf returns the version that is checked out in dir, and whether that is known:
// there is a git command, a commit, and a remote called origin.
func VersionOf(ctx context.Context, dir string) (Version, bool) {
	v := Version{Repository: repositoryURL(git(ctx, dir, "config", "--get", "remote.origin.url"))}
	if v.Repository == "" {
		return Version{}, false
	}
	v.Revision = git(ctx, dir, "rev-parse", "--verify", "--quiet", "HEAD")
	v.Branch = git(ctx, dir, "symbolic-ref", "--short", "--quiet", "HEAD")
	return v, v.Revision != ""
}

// A Commit is what is checked out.
type Commit struct {
	Hash    string `json:"hash"`    // "" if it is not known
	Date    string `json:"date"`    // such as 2026-01-31
	Changed bool   `json:"changed"` // files that git knows differ from it
}

// CommitOf returns the commit that is checked out in dir, the zero value if there is none.
func CommitOf(ctx context.Context, dir string) Commit {
	hash, date, known := strings.Cut(git(ctx, dir, "log", "-1", "--format=%H %cs"), " ")
	if !known {
		return Commit{}
	}
	return Commit{hash, date, git(ctx, dir, "status", "--porcelain", "--untracked-files=no") != ""}
}

// git returns what a command of git prints, "" if it fails.
func git(ctx context.Context, dir string, args ...string) string {
	out, _ := Git(ctx, dir, args...)
	return strings.TrimSpace(string(out))
}

// Git runs a command of git in dir. Its error is what git says.
func Git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && len(exit.Stderr) > 0 {
		message, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		err = errors.New("git: " + strings.TrimPrefix(message, "fatal: "))
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

// scpForm is git's short form of an address: user@host:path.
var scpForm = regexp.MustCompile(`^(?:[^/@:]+@)?([^/:]{2,}):([^/].*)$`)

// repositoryURL returns the address of a remote as a URL that gives no secrets away, ""
// for one that is no place on a network.
func repositoryURL(remote string) string {
	if m := scpForm.FindStringSubmatch(remote); m != nil && !strings.Contains(remote, "://") {
		remote = "ssh://" + m[1] + "/" + m[2]
	}
	u, err := url.Parse(remote)
	if err != nil || u.Host == "" || u.Scheme == "" {
		return ""
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

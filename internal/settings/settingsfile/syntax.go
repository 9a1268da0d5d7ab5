package settingsfile

import (
	"fmt"
	"regexp"
	"strings"
)

var syntaxMessage = regexp.MustCompile(`^yaml: line (\d+): (.*)$`)

// plain says for people what the YAML parser finds wrong. The parser names the line where it noticed, or the one where the
// thing began.
var plain = map[string]string{
	"found character that cannot start any token": "text starts here with a character that YAML keeps for itself: indent " +
		"with spaces and not with tabs, and quote what starts with %, @ or `",
	"found a tab character where an indentation space is expected": "this line is indented with a tab: use spaces",
	"mapping values are not allowed in this context": "a colon stands where no key can be: quote text that has a colon, and " +
		"line this up with the keys above",
	"could not find expected ':'":         "a key here has no colon after it",
	"did not find expected key":           "what follows does not line up with the keys above",
	"did not find expected '-' indicator": "a list starts here, and what follows does not line up with its entries",
	"did not find expected ',' or ']'":    "a list is opened here with [ and not closed, or lacks a comma",
	"did not find expected ',' or '}'":    "a mapping is opened here with { and not closed, or lacks a comma",
	"found unexpected end of stream":      "a quote is opened and not closed",
	"did not find expected alphabetic or numeric character": "text starts here with * or &, which YAML keeps for itself: put it in " +
		"quotes",
	"did not find expected node content": "a bracket or comma stands here with nothing before it",
	"control characters are not allowed": "the file has control characters: save it as plain text",
	"invalid leading UTF-8 octet":        "the file is not UTF-8: save it as such",
}

// syntaxError gives an error of the YAML parser the form of the others.
func syntaxError(err error) error {
	message, _, _ := strings.Cut(err.Error(), "\n")
	line := "1"
	if m := syntaxMessage.FindStringSubmatch(message); m != nil {
		line, message = m[1], m[2]
	}
	message = strings.TrimPrefix(message, "yaml: ")
	if known := plain[message]; known != "" {
		return fmt.Errorf("%s: %s", line, known)
	}
	return fmt.Errorf("%s: this is not YAML: %s", line, message)
}

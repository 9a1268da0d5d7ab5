// Package terminal tells whether somebody reads the output on a terminal.
package terminal

import (
	"io"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/term"
)

// Is reports whether w is a terminal that can move its cursor.
func Is(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && f.Name() != os.DevNull
}

// Color reports whether a terminal may be sent colours: the user has not refused them
// with NO_COLOR (https://no-color.org), and it is not one of the old Windows consoles.
func Color() bool {
	if os.Getenv("NO_COLOR") != "" {
		return false
	}
	return runtime.GOOS != "windows" || os.Getenv("WT_SESSION") != "" || os.Getenv("TERM") != ""
}

// Links reports whether a terminal shows text that leads to a page when it is clicked (OSC 8). There is no way
// to ask it, so this goes by what known terminals say of themselves; FORCE_HYPERLINK=1 or 0 decides for others.
func Links() bool {
	switch os.Getenv("FORCE_HYPERLINK") {
	case "":
	case "0":
		return false
	default:
		return true
	}
	for _, name := range []string{"WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "DOMTERM"} {
		if os.Getenv(name) != "" {
			return true
		}
	}
	switch os.Getenv("TERM_PROGRAM") {
	case "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper":
		return true
	}
	switch os.Getenv("TERM") {
	case "alacritty", "foot", "xterm-kitty", "xterm-ghostty":
		return true
	}
	version, err := strconv.Atoi(os.Getenv("VTE_VERSION")) // GNOME's terminal and others: 5000 is 0.50
	return err == nil && version >= 5000
}

// Width returns how many characters a line of the terminal has, 0 where w is none or does not tell.
func Width(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

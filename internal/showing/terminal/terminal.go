// Package terminal tells whether somebody reads the output on a terminal.
package terminal

import (
	"io"
	"os"
	"runtime"

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

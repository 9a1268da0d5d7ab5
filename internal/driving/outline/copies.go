package outline

import "bytes"

// calledByCopies are what methods that copy objects call: nothing that could have another effect.
var calledByCopies = map[string]bool{"DeepCopy": true, "DeepCopyInto": true, "make": true, "new": true, "len": true, "copy": true}

// WithoutCopies returns a generated Go file without the bodies of the methods that copy objects, as the generators of
// Kubernetes write them: DeepCopy, DeepCopyInto and DeepCopyObject. Spaces stand for them, so that all else is
// where it was or, if short is set, nothing but the ends of their lines, so that all else is on the same line. Of lists
// the types of their receivers. Src itself is returned if there are none, or the file is not generated.
func WithoutCopies(src []byte, short bool) (out []byte, of []string) {
	if !mentionsCopies(src) || !isGenerated(src) {
		return src, nil
	}
	out = make([]byte, 0, len(src))
	kept := 0 // what stands before it is in out
	for at := 0; ; {
		line, start, ok := nextFunc(src, at)
		if !ok {
			return append(out, src[kept:]...), of
		}
		at = start + len(line)
		typ, ok := copies(line)
		if !ok {
			continue
		}
		body := at - 1
		after := afterBraces(src, at)
		if !onlyCopies(src[at:after]) {
			continue
		}
		out = append(out, src[kept:body]...)
		for _, c := range src[body:after] {
			if c == '\n' {
				out = append(out, '\n')
			} else if !short {
				out = append(out, ' ')
			}
		}
		of = append(of, typ)
		at, kept = after, after
	}
}

// mentionsCopies reports whether code has the name of such a method.
func mentionsCopies(code []byte) bool {
	for at := 0; ; {
		i := bytes.Index(code[at:], []byte("DeepCopy"))
		if i < 0 {
			return false
		}
		start := at + i
		for at = start; at < len(code) && inWord[code[at]]; at++ {
		}
		if (start == 0 || !inWord[code[start-1]]) && isCopy(code[start:at]) {
			return true
		}
	}
}

func isCopy(name []byte) bool {
	switch string(name) {
	case "DeepCopy", "DeepCopyInto", "DeepCopyObject":
		return true
	}
	return false
}

// CallsCopies reports whether the file that WithoutCopies returned mentions such methods other than to declare
// them: in code, not in comments that have a line of their own.
func CallsCopies(src []byte) bool {
	for line := range bytes.Lines(src) {
		if !mentionsCopies(line) || bytes.HasPrefix(bytes.TrimSpace(line), []byte("//")) {
			continue
		}
		if _, declares := copies(bytes.TrimRight(line, " \r\n")); !declares {
			return true
		}
	}
	return false
}

// isGenerated reports whether a comment above the package clause says so.
func isGenerated(src []byte) bool {
	head, _, _ := bytes.Cut(src, []byte("\npackage "))
	for line := range bytes.Lines(head) {
		line = bytes.TrimRight(line, "\r\n")
		if bytes.HasPrefix(line, []byte("// Code generated ")) && bytes.HasSuffix(line, []byte(" DO NOT EDIT.")) {
			return true
		}
	}
	return false
}

// nextFunc returns the next line that declares a method, up to the brace that opens its body, and where it starts.
func nextFunc(src []byte, from int) (line []byte, start int, ok bool) {
	for {
		i := bytes.Index(src[from:], []byte("\nfunc ("))
		if i < 0 {
			return nil, 0, false
		}
		start = from + i + 1
		line, _, _ = bytes.Cut(src[start:], []byte("\n"))
		line = bytes.TrimRight(line, "\r")
		if bytes.HasSuffix(line, []byte(" {")) {
			return line, start, true
		}
		from = start
	}
}

// copies returns the type of the receiver of a method that copies objects, from the line that declares it.
func copies(line []byte) (typ string, ok bool) {
	receiver, rest, _ := bytes.Cut(bytes.TrimPrefix(line, []byte("func (")), []byte(") "))
	if len(receiver) == len(line) || !bytes.HasPrefix(rest, []byte("DeepCopy")) {
		return "", false
	}
	name, _, _ := bytes.Cut(rest, []byte("("))
	_, of, _ := bytes.Cut(receiver, []byte(" "))
	of = bytes.TrimPrefix(of, []byte("*"))
	for _, c := range of {
		if !inWord[c] {
			return "", false
		}
	}
	return string(of), len(of) > 0 && isCopy(name)
}

// onlyCopies reports whether a body has no comments and no calls but those of copies. Function literals and
// conversions look like calls of something else.
func onlyCopies(body []byte) bool {
	if bytes.Contains(body, []byte("//")) || bytes.Contains(body, []byte("/*")) {
		return false
	}
	for at, c := range body {
		if c != '(' || at == 0 || !inWord[body[at-1]] {
			continue
		}
		start := at
		for start > 0 && inWord[body[start-1]] {
			start--
		}
		if !calledByCopies[string(body[start:at])] {
			return false
		}
	}
	return true
}

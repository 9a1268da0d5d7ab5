package outline

// Mentions calls found for each place where src may use a member of an imported package: where one of the
// names is followed by a dot and another name. Comments and texts are searched too, so it can call it
// for what only looks like a use; it never misses one.
func Mentions(src []byte, names map[string]int, found func(index int, member []byte)) {
	for at := 0; at < len(src); {
		if !inWord[src[at]] {
			at++
			continue
		}
		start := at
		for at++; at < len(src) && inWord[src[at]]; at++ {
		}
		index, ok := names[string(src[start:at])]
		if !ok {
			continue
		}
		dot := afterSpace(src, at)
		if dot == len(src) || src[dot] != '.' {
			continue
		}
		member := afterSpace(src, dot+1)
		stop := member
		for stop < len(src) && inWord[src[stop]] {
			stop++
		}
		if stop > member {
			found(index, src[member:stop])
		}
	}
}

// afterSpace returns the offset of what follows space and comments.
func afterSpace(src []byte, at int) int {
	for at < len(src) {
		switch c := src[at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			at++
		case c == '/' && at+1 < len(src) && (src[at+1] == '/' || src[at+1] == '*'):
			at = afterComment(src, at)
		default:
			return at
		}
	}
	return at
}

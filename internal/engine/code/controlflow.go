package code

import (
	"maps"
	"slices"
)

// analyse derives what the interpreter needs of a function's control flow: where
// branches meet, and which loops blocks are in.
func (f *Body) analyse() {
	f.parse()
	n := len(f.Blocks)
	if n == 0 {
		return
	}
	for i := range f.Blocks {
		f.Blocks[i].Meet = -1
		f.Blocks[i].Loop = -1
		f.Blocks[i].Past = -1
	}
	f.defs = make([]*Instr, f.Regs)
	for in := range f.All() {
		if in.Dst >= 0 {
			f.defs[in.Dst] = in
		}
		f.Defers = f.Defers || in.Op == OpDefer
	}
	if n == 1 {
		return
	}
	f.findPostdominators()
	f.findLoops()
	for i := range f.Blocks {
		b := &f.Blocks[i]
		if len(b.Succs) != 2 {
			continue
		}
		for s := range 2 {
			b.Leaves[s] = b.Loop >= 0 && !f.Loops[b.Loop][b.Succs[s]]
		}
		for header, body := range f.Loops {
			if body[i] && !(body[b.Succs[0]] && body[b.Succs[1]]) {
				b.Exits = append(b.Exits, header)
			}
		}
		if b.Meet < 0 {
			b.Meet, b.Early = f.meeting(i)
		}
		if b.Meet < 0 {
			b.Meet = f.afterLoop(i)
		}
		if h := b.Loop; h >= 0 && h != i && b.Meet != h && !b.Leaves[0] && !b.Leaves[1] && f.Loops[h][b.Meet] && f.passes(i, h, b.Meet) {
			b.Past = h
		}
	}
}

// findPostdominators computes immediate postdominators by the iterative
// algorithm of Cooper, Harvey and Kennedy on the reversed graph.
func (f *Body) findPostdominators() {
	n := len(f.Blocks)
	exit := n
	order := f.reversePostorderFromExit()
	number, idom := slices.Repeat([]int{-1}, n+1), slices.Repeat([]int{-1}, n+1)
	for i, b := range order {
		number[b] = i
	}
	idom[exit] = exit
	meet := func(a, b int) int {
		for a != b {
			for number[a] > number[b] {
				a = idom[a]
			}
			for number[b] > number[a] {
				b = idom[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for _, b := range order[1:] {
			next := -1
			consider := func(s int) {
				if number[s] < 0 || idom[s] < 0 {
					return
				}
				if next < 0 {
					next = s
				} else {
					next = meet(next, s)
				}
			}
			if len(f.Blocks[b].Succs) == 0 {
				consider(exit)
			}
			for _, s := range f.Blocks[b].Succs {
				consider(s)
			}
			if next >= 0 && idom[b] != next {
				idom[b] = next
				changed = true
			}
		}
	}
	for i := range f.Blocks {
		if d := idom[i]; d >= 0 && d != exit {
			f.Blocks[i].Meet = d
		}
	}
}

// reversePostorderFromExit orders the blocks that can reach the end of the
// function, the virtual exit (number len(Blocks)) first.
func (f *Body) reversePostorderFromExit() []int {
	n := len(f.Blocks)
	var exits, post []int
	for i := range f.Blocks {
		if len(f.Blocks[i].Succs) == 0 {
			exits = append(exits, i)
		}
	}
	preds := func(b int) []int {
		if b == n {
			return exits
		}
		return f.Blocks[b].Preds
	}
	depthFirst(n, n+1, preds, nil, func(b int) { post = append(post, b) })
	slices.Reverse(post)
	return post
}

// depthFirst goes from a block to all that next leads to, of so many. It calls back for each edge to a block on the path, and
// leave for each block after those that were first reached from it.
func depthFirst(start, size int, next func(int) []int, back func(from, to int), leave func(int)) {
	state := make([]uint8, size) // 0 new, 1 on the path, 2 done
	var visit func(b int)
	visit = func(b int) {
		state[b] = 1
		for _, s := range next(b) {
			switch {
			case state[s] == 0:
				visit(s)
			case state[s] == 1 && back != nil:
				back(b, s)
			}
		}
		state[b] = 2
		if leave != nil {
			leave(b)
		}
	}
	visit(start)
}

func (f *Body) succs(b int) []int { return f.Blocks[b].Succs }

// findLoops sets the innermost loop of each block: a loop is the set of blocks
// that reach the source of an edge back to a header on a depth-first path.
func (f *Body) findLoops() {
	back := make(map[int][]int) // header -> sources
	depthFirst(0, len(f.Blocks), f.succs, func(from, to int) { back[to] = append(back[to], from) }, nil)
	f.Loops = make(map[int]map[int]bool, len(back))
	for header, sources := range back {
		f.Loops[header] = f.loopBody(header, sources)
	}
	for b := range f.Blocks {
		for header, body := range f.Loops {
			cur := f.Blocks[b].Loop
			if body[b] && (cur < 0 || len(body) < len(f.Loops[cur]) || len(body) == len(f.Loops[cur]) && header < cur) {
				f.Blocks[b].Loop = header
			}
		}
		if f.Blocks[b].Loop < 0 {
			continue
		}
		for _, in := range f.Blocks[b].Instrs {
			if in.Dst >= 0 {
				f.LoopRegs = append(f.LoopRegs, in.Dst)
			}
		}
	}
}

func (f *Body) loopBody(header int, sources []int) map[int]bool {
	body := map[int]bool{header: true}
	var add func(list []int)
	add = func(list []int) {
		for _, b := range list {
			if !body[b] {
				body[b] = true
				add(f.Blocks[b].Preds)
			}
		}
	}
	add(sources)
	return body
}

// meeting finds where the branches of block b come together although some ways
// through them return before: the first block, in the order of the code, that both
// lead to. Where there is none it returns -1, and the branch to run first, which is
// the one with less code behind it.
//
// It looks at both branches in step, so that its cost is that of the shorter one: a
// function of ten thousand early returns has as many such branches.
func (f *Body) meeting(b int) (meet, early int) {
	succs := f.Blocks[b].Succs
	searches := [2]search{newSearch(f, b, succs[0]), newSearch(f, b, succs[1])}
	for i := 0; ; i = 1 - i {
		if searches[i].step() {
			continue
		}
		if !f.enteredFrom(searches[i].seen, b) {
			return -1, i
		}
		for searches[1-i].step() {
		}
		return f.firstCommon(b, searches[0].seen, searches[1].seen), i
	}
}

// afterLoop returns the block behind the loop whose header is b, which both branches of
// the header lead to: one of them at once, the other when it comes round. It returns -1 for any other
// block, and where that block ends the function, so that nothing is saved.
func (f *Body) afterLoop(b int) int {
	block := &f.Blocks[b]
	if f.Loops[b] == nil || block.Leaves[0] == block.Leaves[1] {
		return -1
	}
	after := block.Succs[0]
	if block.Leaves[1] {
		after = block.Succs[1]
	}
	if len(f.Blocks[after].Succs) == 0 {
		return -1
	}
	return after
}

// passes reports whether a way from block b comes to a block without coming to another one first.
func (f *Body) passes(b, to, without int) bool {
	search := search{f: f, avoid: without, seen: map[int]bool{without: true, to: false}}
	for _, s := range f.Blocks[b].Succs {
		if s == to {
			return true
		}
		if !search.seen[s] {
			search.seen[s] = true
			search.work = append(search.work, s)
		}
	}
	for search.step() {
		if search.seen[to] {
			return true
		}
	}
	return false
}

// enteredFrom reports whether a set of blocks can be entered other than from block b.
func (f *Body) enteredFrom(set map[int]bool, b int) bool {
	for n := range set {
		for _, p := range f.Blocks[n].Preds {
			if p != b && !set[p] {
				return true
			}
		}
	}
	return false
}

// firstCommon returns the first block after b, in reverse postorder, that is in both
// sets; -1 if there is none.
func (f *Body) firstCommon(b int, x, y map[int]bool) int {
	last := -1 // of the common blocks, the one that postorder reaches last
	depthFirst(b, len(f.Blocks), f.succs, nil, func(n int) {
		if x[n] && y[n] {
			last = n
		}
	})
	return last
}

// A search visits the blocks that can be reached from one without passing another.
type search struct {
	f     *Body
	avoid int
	seen  map[int]bool
	work  []int
}

func newSearch(f *Body, avoid, start int) search {
	return search{f: f, avoid: avoid, seen: map[int]bool{start: true}, work: []int{start}}
}

// step visits one block and reports whether there was one.
func (s *search) step() bool {
	if len(s.work) == 0 {
		return false
	}
	b := s.work[len(s.work)-1]
	s.work = s.work[:len(s.work)-1]
	for _, next := range s.f.Blocks[b].Succs {
		if next != s.avoid && !s.seen[next] {
			s.seen[next] = true
			s.work = append(s.work, next)
		}
	}
	return true
}

// LoopBlocks returns the blocks of the loop with a header, in order.
func (f *Body) LoopBlocks(header int) []int { return slices.Sorted(maps.Keys(f.Loops[header])) }

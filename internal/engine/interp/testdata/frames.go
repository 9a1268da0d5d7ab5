package main

import "example.com/probe"

// frames reads what somebody sends, piece by piece: the end comes by what was read, and not by counting.
func main() {
	header := make([]byte, 2)
	for {
		if probe.Read[error]() != nil {
			return
		}
		probe.Fill(header)
		probe.See(header[0]) // ?
		if header[0] == 128 {
			break
		}
		probe.See(1) // 1
	}
	probe.See(2) // 2
}

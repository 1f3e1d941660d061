package stream

const (
	firstSize = 4 << 10
	largeSize = 4 << 20 // from which on a buffer grows by half
)

// grow returns a buffer with the same bytes and more room: as many bytes as it needs now,
// but not many more than the most that it can ever need.
func grow(text []byte, needs, most int) []byte {
	n := max(firstSize, 2*len(text))
	if len(text) >= largeSize {
		n = len(text) + len(text)/2
	}
	if n > most/4*3 {
		n = most
	}
	n = max(n, needs)
	return append(make([]byte, 0, n), text...)
}

package records

import (
	"fmt"
	"strings"
)

// sortable is the alphabet of TIDs, whose order is that of the numbers.
const sortable = "234567abcdefghijklmnopqrstuvwxyz"

// key returns the record key of a record by its index, a TID.
func key(i int) string {
	text := []byte(strings.Repeat("2", len("3jqfcqzm3fo2j")))
	for at := len(text) - 1; i > 0; at-- {
		text[at] = sortable[i%32]
		i /= 32
	}
	return string(text)
}

// indexOf is the reverse of key.
func indexOf(key string) (int, error) {
	n := 0
	for _, c := range []byte(key) {
		digit := strings.IndexByte(sortable, c)
		if digit < 0 {
			return 0, fmt.Errorf("%q is not a record key of this program", key)
		}
		n = n*32 + digit
	}
	return n, nil
}

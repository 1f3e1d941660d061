package datamodel

// countCBOR returns how many tokens a tape needs for the value that data begins with: one
// for each value and key. It stops at most+1, where the token begins at a byte of the
// data. Of what is not well-formed it counts what comes before, or a few more.
func countCBOR(data []byte, most int) (count, at int) {
	left := uint64(1) // items still to come, of all containers together
	i := 0
	for left > 0 && i < len(data) && count < most {
		c := data[i]
		i++
		if length := c - cborText<<5; length < 24 { // a short text: most are
			count++
			left--
			i += int(length)
			continue
		}
		major, argument := c>>5, uint64(c&31)
		if major == cborTag { // what is tagged is the item
			i += argumentSize(c)
			continue
		}
		count++
		left--
		if size := argumentSize(c); size > 0 {
			argument = 0
			for ; size > 0 && i < len(data); size-- {
				argument = argument<<8 | uint64(data[i])
				i++
			}
		}
		switch {
		case major < cborBytes || major == cborSimple:
		case argument > uint64(len(data)-i):
			return count, 0 // not well-formed: what it holds is not there
		case major == cborArray:
			left += argument
		case major == cborMap:
			left += 2 * argument
		default:
			i += int(argument)
		}
	}
	if left > 0 && i < len(data) {
		return count + 1, i
	}
	return count, 0
}

// argumentSize returns how many bytes of a head follow its first one, if that is
// well-formed.
func argumentSize(first byte) int {
	if first&31 < 24 {
		return 0
	}
	return 1 << (first & 3)
}

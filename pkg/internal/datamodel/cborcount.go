package datamodel

// countCBOR returns how many tokens a tape needs for the value that data begins with: one
// for each value and key. It stops at most+1, where the token begins at a byte of the
// data. Of what is not well-formed it counts what comes before, or a few more.
func countCBOR(data []byte, most int) (count, at int) {
	left := make([]uint64, 1, 16) // items still to come, of each container that is open
	left[0] = 1
	for i := 0; i < len(data) && len(left) <= MaxDepth+1; {
		n := len(left) - 1
		if left[n] == 0 {
			if left = left[:n]; n == 0 {
				break
			}
			continue
		}
		major, argument, end := headOf(data, i)
		if major != cborTag { // what is tagged is the item
			left[n]--
			if count++; count > most {
				return count, i
			}
		}
		i = end
		switch major {
		case cborBytes, cborText:
			if argument > uint64(len(data)-min(i, len(data))) {
				return count, i
			}
			i += int(argument)
		case cborArray:
			left = append(left, argument)
		case cborMap:
			left = append(left, 2*argument)
		}
	}
	return count, 0
}

// headOf reads the head that begins at i, which need not be one, and returns where it
// ends.
func headOf(data []byte, i int) (major int, argument uint64, end int) {
	major, argument, end = int(data[i]>>5), uint64(data[i]&31), i+1
	if argument < 24 {
		return major, argument, end
	}
	end += 1 << (argument & 3)
	argument = 0
	for _, c := range data[i+1 : min(end, len(data))] {
		argument = argument<<8 | uint64(c)
	}
	return major, argument, end
}

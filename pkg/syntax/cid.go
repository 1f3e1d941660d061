package syntax

const minCID, maxCID = 8, 256 // bytes

// IsCID reports whether text has the syntax of a CID: 8 to 256 letters, digits, "+" and
// "=", and not of the form of version 0, which is "Qm" and 44 characters of base58. It can
// still be impossible to decode. It allocates nothing.
func IsCID(text string) bool { return scanCID(text).ok() }

func scanCID(text string) fault {
	// All characters are checked without a branch for each: a CID is practically
	// random, and a mispredicted branch costs more than several characters.
	common := cidChar | base58Char
	for i := range min(len(text), maxCID) {
		common &= classes[text[i]]
	}
	switch {
	case common&cidChar == 0:
		i := 0
		for is(text[i], cidChar) {
			i++
		}
		return fail(`it contains %c, but only letters, digits, "+", and "=" are allowed`, i)
	case len(text) < minCID:
		return fail("it is %a bytes long, but at least 8 are required", len(text)).with(len(text), 0)
	case len(text) > maxCID:
		return tooLong(text, maxCID)
	case len(text) == 46 && text[:2] == "Qm" && common&base58Char != 0:
		return fail("it is a version 0 CID, which is not allowed", 0)
	}
	return fault{}
}

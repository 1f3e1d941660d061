package datamodel

import "strconv"

// Any is the segment of a path that stands for every element or key.
const Any = "*"

// Select calls visit with each value at a path, in the order of the text, until it
// returns false. A path is the keys and indexes that lead from the root to a value;
// Any stands for all of them. Of a key that an object has twice, the first counts. It
// reports whether visit never returned false.
func (t *Tape) Select(path []string, visit func(i uint32) bool) bool {
	return t.selectIn(0, path, visit)
}

func (t *Tape) selectIn(at uint32, path []string, visit func(i uint32) bool) bool {
	if len(path) == 0 {
		return visit(at)
	}
	tok := &t.Tokens[at]
	if tok.Next <= at+1 {
		return true // it has no parts
	}
	segment, rest := path[0], path[1:]
	if !t.isList(at) {
		for k := at + 1; k < tok.Next; k = t.Tokens[k+1].Next {
			switch {
			case segment == Any:
				if !t.selectIn(k+1, rest, visit) {
					return false
				}
			case t.Text(k) == segment:
				return t.selectIn(k+1, rest, visit)
			}
		}
		return true
	}
	wanted, err := strconv.ParseUint(segment, 10, 32)
	if segment != Any && (err != nil || segment[0] == '0' && segment != "0" || segment[0] == '+') {
		return true
	}
	n := uint64(0)
	for i := at + 1; i < tok.Next; i = t.Tokens[i].Next {
		if (segment == Any || n == wanted) && !t.selectIn(i, rest, visit) {
			return false
		}
		if n++; segment != Any && n > wanted {
			break
		}
	}
	return true
}

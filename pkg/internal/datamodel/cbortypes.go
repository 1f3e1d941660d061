package datamodel

// The major types of CBOR, the upper three bits of the first byte of an item.
const (
	cborUnsigned = iota
	cborNegative
	cborBytes
	cborText
	cborArray
	cborMap
	cborTag
	cborSimple
)

const (
	cborFalse  = 0xf4
	cborTrue   = 0xf5
	cborNull   = 0xf6
	cborHalf   = 0xf9
	cborDouble = 0xfb
	cborLink   = 42 // the tag of a link
)

// cborNames is what messages call an item of each major type.
var cborNames = [...]string{
	cborUnsigned: "an integer", cborNegative: "an integer", cborBytes: "a byte string", cborText: "a text string",
	cborArray: "an array", cborMap: "a map", cborTag: "a tag", cborSimple: "a simple value or float",
}

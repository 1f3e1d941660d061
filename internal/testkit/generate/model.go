package generate

import (
	"math/rand/v2"

	"github.com/lexsmith/lexsmith/pkg/sample"
)

// The values that are generated are those of package sample.
type (
	V      = sample.Value
	Null   = sample.Null
	Bool   = sample.Bool
	Int    = sample.Int
	String = sample.String
	Bytes  = sample.Bytes
	Link   = sample.Link
	Array  = sample.Array
	Object = sample.Object
	Member = sample.Member
	Raw    = sample.Raw
)

const (
	codecRaw     = 0x55
	codecDAGCBOR = 0x71
)

func newLink(r *rand.Rand, codec byte) Link {
	l := Link{1, codec, 0x12, 0x20}
	for i := 4; i < len(l); i++ {
		l[i] = byte(r.Uint32())
	}
	return l
}

func text(s string) String { return sample.Text(s) }

func number(n int64) Int { return sample.Number(n) }

func texts(list ...string) Array {
	var a Array
	for _, s := range list {
		a = append(a, text(s))
	}
	return a
}

// one returns one of the choices.
func one[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

// chance reports true once in n times.
func chance(r *rand.Rand, n int) bool { return r.IntN(n) == 0 }

// JSON returns a value as JSON text.
func JSON(v V) []byte { return sample.JSON(v) }

// CBOR returns a value as canonical DAG-CBOR; false when it has no such form.
func CBOR(v V) ([]byte, bool) { return sample.CBOR(v) }

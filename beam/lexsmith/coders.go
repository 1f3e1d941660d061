package lexsmith

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
)

// Piece and Counts have coders of their own. Without one, Beam encodes a struct as a row
// in which a nil slice or map is null, although the schema of the row says that it is not
// nullable. Runners in Java, such as Flink and Spark, lose such a null when they pass the row
// on, and the next worker cannot decode it.

// encodePiece is the coder of Piece. Texts can be any bytes.
func encodePiece(p Piece) []byte {
	var b []byte
	for _, text := range [][]byte{[]byte(p.Path), []byte(p.Format), p.Text, []byte(p.Key)} {
		b = binary.AppendUvarint(b, uint64(len(text)))
		b = append(b, text...)
	}
	for _, n := range []int64{p.Start, p.End, p.Line, p.Index, p.Lane} {
		b = binary.AppendVarint(b, n)
	}
	return b
}

func decodePiece(data []byte) (p Piece, err error) {
	in := bytes.NewBuffer(data)
	var texts [4][]byte
	for i := range texts {
		n, err := binary.ReadUvarint(in)
		if err != nil {
			return p, err
		}
		if n > uint64(in.Len()) {
			return p, io.ErrUnexpectedEOF
		}
		texts[i] = in.Next(int(n))
	}
	p.Path, p.Format, p.Text, p.Key = string(texts[0]), string(texts[1]), bytes.Clone(texts[2]), string(texts[3])
	for _, n := range []*int64{&p.Start, &p.End, &p.Line, &p.Index, &p.Lane} {
		if *n, err = binary.ReadVarint(in); err != nil {
			return p, err
		}
	}
	return p, nil
}

func encodeCounts(c Counts) ([]byte, error) { return json.Marshal(c) }

func decodeCounts(data []byte) (c Counts, err error) {
	err = json.Unmarshal(data, &c)
	return c, err
}

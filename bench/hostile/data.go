package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"io"

	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
)

// stringSchema is a schema of texts without a limit.
func stringSchema(dir string, _ int) error {
	return schema(dir, "lex/com.example.defs.json", func(w *bufio.Writer) { w.WriteString(`"main": {"type": "string"}`) })
}

// findings is a file of which every line is wrong.
func findings(dir string, n int) error {
	return cmp.Or(stringSchema(dir, n), file(dir, "data.ndjson", func(w *bufio.Writer) {
		for range n {
			w.WriteString("{}\n")
		}
	}))
}

// longFile is a valid file of n bytes with a value on each line.
func longFile(dir string, n int) error {
	return cmp.Or(stringSchema(dir, n), file(dir, "data.ndjson", func(w *bufio.Writer) {
		const line = "\"There is nothing special about this text, but there are very many of them.\"\n"
		for range n / len(line) {
			w.WriteString(line)
		}
	}))
}

// jetstream is a file of about n bytes with an event on each line, and a record in it.
func jetstream(dir string, n int) error {
	return cmp.Or(
		text(dir, "lex/com.example.note.json", `{"lexicon": 1, "id": "com.example.note", "defs": {"main": {"type": "record", "key": "tid", "record": {`+
			`"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "maxLength": 300}}}}}}`),
		file(dir, "data.ndjson", func(w *bufio.Writer) {
			const line = `{"did": "did:plc:abcdefghijklmnopqrstuvwx", "time_us": 1725911162329308, "kind": "commit", "commit": {"operation": "create", ` +
				`"collection": "com.example.note", "rkey": "3l3qo2vuowo2b", "record": {"$type": "com.example.note", "text": "There is nothing special about this text."}}}` + "\n"
			for range n / len(line) {
				w.WriteString(line)
			}
		}),
	)
}

// longLine is a file with one line of n bytes.
func longLine(dir string, n int) error {
	return cmp.Or(stringSchema(dir, n), file(dir, "data.ndjson", func(w *bufio.Writer) { fill(w, n) }))
}

// gzipBomb is a thousandth of n bytes that expand to one value of n bytes.
func gzipBomb(dir string, n int) error {
	bomb := func(w *bufio.Writer) {
		zip := gzip.NewWriter(w)
		fill(zip, n)
		zip.Close()
	}
	return cmp.Or(stringSchema(dir, n), file(dir, "data.ndjson.gz", bomb), file(dir, "data.json.gz", bomb), file(dir, "data.cbor.gz", bomb), file(dir, "data.car.gz", bomb))
}

// fill writes one string of n bytes.
func fill(w io.Writer, n int) {
	b := bufio.NewWriter(w)
	b.WriteByte('"')
	for range n - 2 {
		b.WriteByte('x')
	}
	b.WriteByte('"')
	b.Flush()
}

// cborValues is one list of n integers, a byte each.
func cborValues(dir string, n int) error {
	return cmp.Or(
		schema(dir, "lex/com.example.defs.json", func(w *bufio.Writer) { w.WriteString(`"main": {"type": "array", "items": {"type": "integer"}}`) }),
		file(dir, "data.cbor", func(w *bufio.Writer) {
			w.WriteByte(0x9a) // a list, its length in four bytes
			w.Write(binary.BigEndian.AppendUint32(nil, uint32(n)))
			for range n {
				w.WriteByte(0)
			}
		}),
	)
}

// largeLists is two files of n lines, each a list with almost as many integers as a value may
// have, and almost of the largest size. Those of one file begin with a string.
func largeLists(dir string, n int) error {
	lines := func(first string) func(w *bufio.Writer) {
		return func(w *bufio.Writer) {
			for range n {
				w.WriteString("[" + first)
				for range largestValue/8 - 10 {
					w.WriteString(",1234567")
				}
				w.WriteString("]\n")
			}
		}
	}
	return cmp.Or(
		schema(dir, "lex/com.example.defs.json", func(w *bufio.Writer) { w.WriteString(`"main": {"type": "array", "items": {"type": "integer"}}`) }),
		file(dir, "good.ndjson", lines("0")),
		file(dir, "bad.ndjson", lines(`"0"`)),
	)
}

// carBlocks is a repository without records, and n blocks that nothing refers to.
func carBlocks(dir string, n int) error {
	tree := []byte("\xa2\x61e\x80\x61l\xf6") // {"e": [], "l": null}
	commit := []byte("\xa6\x63did\x6fdid:web:example\x63rev\x6d3jzfcijpj2z2a\x63sig\x41\x00\x64data")
	commit = append(append(commit, link(tree)...), "\x64prev\xf6\x67version\x03"...)
	header := append([]byte("\xa2\x65roots\x81"), link(commit)...)
	header = append(header, "\x67version\x01"...)
	return cmp.Or(stringSchema(dir, n), file(dir, "data.car", func(w *bufio.Writer) {
		w.Write(cartest.Section(header))
		w.Write(cartest.Section(cartest.BlockCID(commit), commit))
		w.Write(cartest.Section(cartest.BlockCID(tree), tree))
		for i := range n {
			block := binary.BigEndian.AppendUint32([]byte{0x1a}, uint32(i)+1<<24) // an integer of four bytes
			w.Write(cartest.Section(cartest.BlockCID(block), block))
		}
	}))
}

// link returns a link to a block, in CBOR.
func link(block []byte) []byte {
	return append([]byte{0xd8, 42, 0x58, 37, 0}, cartest.BlockCID(block)...)
}

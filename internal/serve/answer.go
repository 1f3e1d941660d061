package serve

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// first returns one of the examples of a part or, where there are none, a value that
// is made.
func first(s *sample.Sampler, def *lexicon.Definition, part lexicon.Part, schema lexicon.Schema, seed uint64) (sample.Value, error) {
	if examples := s.Examples(def, part); len(examples) > 0 {
		return examples[seed%uint64(len(examples))], nil
	}
	return generate(s, schema, seed)
}

// generate makes a value of a schema, or says why there is none.
func generate(s *sample.Sampler, schema lexicon.Schema, seed uint64) (sample.Value, error) {
	s.Seed(seed)
	value, err := s.Value(schema)
	if err != nil {
		const status = http.StatusNotImplemented
		return nil, &xrpc.Error{Status: status, Name: xrpc.StatusName(status), Message: "no sample is available: " + err.Error()}
	}
	return value, nil
}

// mix makes one seed of a text and numbers.
func mix(text string, numbers ...uint64) uint64 {
	h := fnv.New64a()
	io.WriteString(h, text)
	for _, n := range numbers {
		io.WriteString(h, " "+strconv.FormatUint(n, 16))
	}
	return h.Sum64()
}

// answerType returns the MIME type of an answer: of those that a method declares JSON,
// else the first.
func answerType(body *lexicon.Body) (contentType string, json bool) {
	types, err := syntax.ParseEncoding(body.Encoding)
	if err != nil || len(types) == 0 {
		return "application/octet-stream", false
	}
	for _, t := range types {
		if !strings.HasSuffix(t.String(), "*") && (syntax.Encoding{t}).HasJSON() {
			return strings.ToLower(t.String()), true
		}
	}
	if body.Schema != nil && types.HasJSON() {
		return "application/json", true
	}
	first, glob := strings.CutSuffix(types[0].String(), "*")
	switch {
	case !glob:
		return first, false
	case first == "image/":
		return "image/png", false
	case first == "*/":
		return "application/octet-stream", false
	}
	return first + "x-sample", false
}

// binaryBody makes a body of a type: a real one of the most common types, else bytes.
func binaryBody(contentType string, seed uint64) xrpc.Body {
	random := rand.New(rand.NewPCG(seed, 0))
	var data []byte
	switch {
	case contentType == "application/vnd.ipld.car":
		data = sampleCAR(random)
	case contentType == "image/png":
		data, _ = base64.StdEncoding.DecodeString(onePixel)
	case strings.HasPrefix(contentType, "text/"):
		data = []byte("a sample\n")
	case strings.HasSuffix(contentType, "jsonl"):
		data = []byte("{}\n")
	default:
		data = make([]byte, 256)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
	}
	return xrpc.Body{ContentType: contentType, Stream: bytes.NewReader(data)}
}

// onePixel is the smallest PNG.
const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="

// sampleCAR makes a CAR file of one block, its root.
func sampleCAR(random *rand.Rand) []byte {
	block, _ := sample.CBOR(sample.Object{}.Set("sample", sample.Number(random.Int64())))
	hash := sha256.Sum256(block)
	root := sample.Link{1, 0x71, 0x12, sha256.Size}
	copy(root[4:], hash[:])
	header, _ := sample.CBOR(sample.Object{}.Set("roots", sample.Array{root}).Set("version", sample.Number(1)))
	car := append(binary.AppendUvarint(nil, uint64(len(header))), header...)
	car = binary.AppendUvarint(car, uint64(len(root)+len(block)))
	return append(append(car, root[:]...), block...)
}

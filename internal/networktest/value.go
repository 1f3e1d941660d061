package networktest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/fxamacker/cbor/v2"
	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/cartest"
)

// parse returns a JSON value. Numbers stay as they are spelled.
func parse(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var value any
	err := d.Decode(&value)
	return value, err
}

func newRecord(value any) record {
	data := cartest.New().Encode(ipld(value))
	return record{value, data, cartest.BlockCID(data)}
}

// ipld returns a JSON value as one that is encoded as DAG-CBOR.
func ipld(value any) any {
	switch v := value.(type) {
	case json.Number:
		n, err := v.Int64()
		if err != nil {
			panic(fmt.Sprintf("not an integer: %s", v))
		}
		return n
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = ipld(v[i])
		}
		return out
	case map[string]any:
		if text, ok := v["$link"].(string); ok {
			id, err := cid.Decode(text)
			if err != nil {
				panic(err)
			}
			return cbor.Tag{Number: 42, Content: append([]byte{0}, id.Bytes()...)}
		}
		if text, ok := v["$bytes"].(string); ok {
			data, err := base64.RawStdEncoding.DecodeString(text)
			if err != nil {
				panic(err)
			}
			return data
		}
		out := map[string]any{}
		for key := range v {
			out[key] = ipld(v[key])
		}
		return out
	}
	return value
}

// cidText returns a binary CID as text.
func cidText(id []byte) string {
	c, err := cid.Cast(id)
	if err != nil {
		panic(err)
	}
	return c.String()
}

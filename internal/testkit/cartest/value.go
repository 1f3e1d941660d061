package cartest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/ipfs/go-cid"
)

// Parse returns a JSON value. Numbers stay as they are spelled.
func Parse(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var value any
	err := d.Decode(&value)
	return value, err
}

// Data returns a value of Parse as one that Encode takes: with integers, links and bytes.
func Data(value any) any {
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
			out[i] = Data(v[i])
		}
		return out
	case map[string]any:
		if text, ok := v["$link"].(string); ok {
			id, err := cid.Decode(text)
			if err != nil {
				panic(err)
			}
			return Link(id.Bytes())
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
			out[key] = Data(v[key])
		}
		return out
	}
	return value
}

package validate_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// slowValue decodes JSON with the standard library, numbers as written. It
// panics where text is none.
func slowValue(text []byte) any {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		panic(err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		panic("more than one value")
	}
	return v
}

// wellFormed reports what encoding/json lets pass: bad UTF-8 and half
// surrogate pairs.
func wellFormed(text []byte) bool {
	if !utf8.Valid(text) {
		return false
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		i++
		if text[i] != 'u' {
			continue
		}
		unit := func(i int) uint64 {
			if i+6 > len(text) || text[i] != '\\' || text[i+1] != 'u' {
				return 0
			}
			n, _ := strconv.ParseUint(string(text[i+2:i+6]), 16, 16)
			return n
		}
		switch first := unit(i - 1); {
		case 0xdc00 <= first && first <= 0xdfff:
			return false
		case 0xd800 <= first && first <= 0xdbff:
			if second := unit(i + 5); second < 0xdc00 || second > 0xdfff {
				return false
			}
			i += 6
		}
		i += 4
	}
	return true
}

// repeatedKeys returns the pointers of members whose key appears twice in their
// object.
func repeatedKeys(text []byte) []string {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var repeated []string
	var walk func(at string)
	walk = func(at string) {
		token, err := decoder.Token()
		if err != nil {
			panic(err)
		}
		switch token {
		case json.Delim('{'):
			seen := map[string]bool{}
			for decoder.More() {
				key, _ := decoder.Token()
				place := at + "/" + escapePointer(key.(string))
				if seen[key.(string)] {
					repeated = append(repeated, place)
				}
				seen[key.(string)] = true
				walk(place)
			}
			decoder.Token()
		case json.Delim('['):
			for i := 0; decoder.More(); i++ {
				walk(at + "/" + strconv.Itoa(i))
			}
			decoder.Token()
		}
	}
	walk("")
	return repeated
}

// exact returns the integer that a number is; false when it is not an integer of
// 64 bits.
func exact(n json.Number) (int64, bool) {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(string(n)), "e")
	if !strings.ContainsAny(mantissa, "123456789") {
		return 0, true
	}
	if e, err := strconv.Atoi("0" + strings.TrimLeft(exponent, "+-")); err != nil || e > 10_000 {
		return 0, false // too large for big.Rat, and for the data model
	}
	r, ok := new(big.Rat).SetString(string(n))
	if !ok || !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return r.Num().Int64(), true
}

// number returns the value of a number that is known to be an integer.
func number(v any) int64 {
	n, ok := exact(v.(json.Number))
	if !ok {
		panic("no integer: " + v.(json.Number))
	}
	return n
}

// kindOf returns the type of the data model that a value has.
func kindOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "integer"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		if _, ok := v["$bytes"]; ok {
			return "bytes"
		}
		if _, ok := v["$link"]; ok {
			return "link"
		}
		if v["$type"] == "blob" {
			return "blob"
		}
	}
	return "object"
}

var base64Text = regexp.MustCompile(`^[A-Za-z0-9+/]*={0,2}$`)

// rawBytes decodes base64 with or without padding.
func rawBytes(v any) ([]byte, bool) {
	s, ok := v.(string)
	if !ok || !base64Text.MatchString(s) || strings.HasSuffix(s, "=") && len(s)%4 != 0 {
		return nil, false
	}
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(s, "="))
	return data, err == nil
}

func rawLength(v any) int {
	data, _ := rawBytes(v.(map[string]any)["$bytes"])
	return len(data)
}

// isLink reports whether v is the text of a link of the data model.
func isLink(v any) bool {
	s, ok := v.(string)
	if !ok {
		return false
	}
	c, err := cid.Decode(s)
	if err != nil {
		return false
	}
	const sha256 = 0x12
	p := c.Prefix()
	return p == cid.Prefix{Version: 1, Codec: cid.Raw, MhType: sha256, MhLength: 32} ||
		p == cid.Prefix{Version: 1, Codec: cid.DagCBOR, MhType: sha256, MhLength: 32}
}

func (o *oracle) isLegacyBlob(v any) bool {
	object, ok := v.(map[string]any)
	if !ok || kindOf(v) != "object" {
		return false
	}
	_, typed := object["$type"]
	c, ok1 := object["cid"].(string)
	mimeType, ok2 := object["mimeType"].(string)
	return !typed && ok1 && ok2 && syntax.IsCID(c) && o.isMIMEType(mimeType)
}

func (o *oracle) isMIMEType(s string) bool {
	return syntax.IsMIMEType(s) || s == "*/*" && o.options.Profile == diag.ProfileATProto
}

// model looks for what breaks the data model, at any depth.
func (o *oracle) model(v any, at string) {
	refuse := func(at string) {
		if !o.refused[at] {
			o.refused[at] = true
			o.fail("data-model", at)
		}
	}
	switch v := v.(type) {
	case json.Number:
		if _, ok := exact(v); !ok {
			refuse(at)
		}
	case []any:
		for i, item := range v {
			o.model(item, at+"/"+strconv.Itoa(i))
		}
	case map[string]any:
		for name, member := range v {
			o.model(member, at+"/"+escapePointer(name))
		}
		switch kindOf(v) {
		case "bytes":
			if _, ok := rawBytes(v["$bytes"]); len(v) > 1 || !ok {
				refuse(at)
			}
		case "link":
			if len(v) > 1 || !isLink(v["$link"]) {
				refuse(at)
			}
		default:
			if t, ok := v["$type"]; ok && (kindOf(t) != "string" || t == "") {
				refuse(at + "/$type")
			} else if t == "blob" {
				o.blobModel(v, at)
			}
		}
	}
}

// blobModel looks at an object of $type blob. Of a wrong field the field is
// reported, for a missing one the object.
func (o *oracle) blobModel(v map[string]any, at string) {
	for name, good := range map[string]func(any) bool{
		"ref": func(v any) bool {
			if kindOf(v) != "link" {
				return false
			}
			c, err := cid.Decode(v.(map[string]any)["$link"].(string))
			return err == nil && c.Type() == cid.Raw
		},
		"mimeType": func(v any) bool { s, ok := v.(string); return ok && o.isMIMEType(s) },
		"size":     func(v any) bool { n, ok := v.(json.Number); return ok && number(n) >= 0 },
	} {
		place := at + "/" + name
		switch field, ok := v[name]; {
		case !ok:
			o.refused[at] = true
			o.fail("data-model", at)
		case o.refused[place]:
			o.refused[at] = true
		case !good(field):
			o.refused[at], o.refused[place] = true, true
			o.fail("data-model", place)
		}
	}
}

package datamodel

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/words"
)

// unhex decodes bytes written in hexadecimal, with spaces, and texts in
// quotation marks among them.
func unhex(t testing.TB, text string) []byte {
	t.Helper()
	var out []byte
	for n, part := range strings.Split(text, `"`) {
		if n%2 == 1 {
			out = append(out, part...)
			continue
		}
		data, err := hex.DecodeString(strings.ReplaceAll(part, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, data...)
	}
	return out
}

const (
	aHash = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
	aLink = "d82a 5825 00 01711220" + aHash
)

func TestReadCBORFaults(t *testing.T) {
	tests := []struct{ name, data, want string }{
		{"nothing", "", "the data ends where a value or a key is expected (at byte offset 0)"},
		{"two values", "01 02", "1 byte of extra data after its end (at byte offset 1)"},
		{"after a container", "80 80 80", "2 bytes of extra data after its end (at byte offset 1)"},

		{"long 0", "18 00", "0 is not in its shortest form: it takes up 2 bytes (at byte offset 0)"},
		{"long 23", "82 01 18 17", "23 is not in its shortest form: it takes up 2 bytes (at byte offset 2)"},
		{"long 255", "19 00ff", "255 is not in its shortest form: it takes up 3 bytes (at byte offset 0)"},
		{"long 65535", "1a 0000ffff", "65535 is not in its shortest form: it takes up 5 bytes (at byte offset 0)"},
		{"long 2^32-1", "3b 00000000ffffffff", "4294967295 is not in its shortest form: it takes up 9 bytes (at byte offset 0)"},
		{"long length", `58 01 "a"`, "1 is not in its shortest form: it takes up 2 bytes (at byte offset 0)"},
		{"long key", `a1 78 01 "a" 00`, "1 is not in its shortest form: it takes up 2 bytes (at byte offset 1)"},
		{"long array", "98 01 00", "1 is not in its shortest form: it takes up 2 bytes (at byte offset 0)"},
		{"long tag", "d9 002a 40", "42 is not in its shortest form: it takes up 3 bytes (at byte offset 0)"},
		{"long simple value", "f8 14", "20 is not in its shortest form: it takes up 2 bytes (at byte offset 0)"},

		{"endless bytes", "5f 41 00 ff", "a byte string has an indefinite length, which DAG-CBOR does not allow (at byte offset 0)"},
		{"endless text", "7f ff", "a text string has an indefinite length, which DAG-CBOR does not allow (at byte offset 0)"},
		{"endless array", "81 9f ff", "an array has an indefinite length, which DAG-CBOR does not allow (at byte offset 1)"},
		{"endless map", "bf ff", "a map has an indefinite length, which DAG-CBOR does not allow (at byte offset 0)"},
		{"break", "81 ff", "the byte 0xff does not begin a DAG-CBOR value (at byte offset 1)"},
		{"reserved", "1c", "the byte 0x1c does not begin a DAG-CBOR value (at byte offset 0)"},
		{"endless integer", "1f", "the byte 0x1f does not begin a DAG-CBOR value (at byte offset 0)"},
		{"endless tag", "df", "the byte 0xdf does not begin a DAG-CBOR value (at byte offset 0)"},

		{"undefined", "f7", "simple value 23 is not allowed (only false, true, and null are) (at byte offset 0)"},
		{"simple 0", "81 e0", "simple value 0 is not allowed (only false, true, and null are) (at byte offset 1)"},
		{"simple 255", "f8 ff", "simple value 255 is not allowed (only false, true, and null are) (at byte offset 0)"},
		{"bignum", "c2 41 01", "tag 2 is not allowed (only 42, a link, is) (at byte offset 0)"},
		{"date", `81 c0 60`, "tag 0 is not allowed (only 42, a link, is) (at byte offset 1)"},

		{"link of text", `d82a 61 "a"`, "a text string follows tag 42, but a link must be a byte string (at byte offset 2)"},
		{"link of a link", "d82a " + aLink, "a tag follows tag 42, but a link must be a byte string (at byte offset 2)"},
		{"empty link", "d82a 40", "a link does not begin with a zero byte before its CID (at byte offset 3)"},
		{"no zero", "d82a 5824 01711220" + aHash, "a link does not begin with a zero byte before its CID (at byte offset 4)"},
		{"no CID", "d82a 43 00 0102", "a link is not a valid CID (at byte offset 4)"},
		{"nothing after the zero", "d82a 41 00", "a link is not a valid CID (at byte offset 4)"},
		{"long CID", "d82a 5826 00 01711220" + aHash + "00", "a link is not a valid CID (at byte offset 5)"},
		{"nothing under the tag", "d82a", "the data ends where a value or a key is expected (at byte offset 2)"},

		{"integer as key", "a1 01 02", "a map key is an integer, but must be a text string (at byte offset 1)"},
		{"bytes as key", `a1 41 "a" 02`, "a map key is a byte string, but must be a text string (at byte offset 1)"},
		{"null as key", "a1 f6 02", "a map key is a simple value or float, but must be a text string (at byte offset 1)"},
		{"repeated key", `a2 61 "a" 01 61 "a" 02`, `the key "a" appears twice in this map (at byte offset 4)`},
		{"repeated empty key", `a2 60 01 60 02`, `the key "" appears twice in this map (at byte offset 3)`},
		{"keys out of order", `a2 61 "b" 01 61 "a" 02`, `the key "a" comes after "b", but keys must be sorted by length, then by bytes (at byte offset 4)`},
		{"keys by bytes first", `a2 62 "aa" 01 61 "b" 02`, `the key "b" comes after "aa", but keys must be sorted by length, then by bytes (at byte offset 5)`},
		{"keys after a nested map", `a2 61 "b" a1 61 "z" 01 61 "a" 02`, `the key "a" comes after "b", but keys must be sorted by length, then by bytes (at byte offset 7)`},
		{"bad UTF-8", `64 "ab" c3 28`, "a text string contains the byte 0xc3, which is not UTF-8 (at byte offset 3)"},
		{"surrogate", `81 63 ed a0 80`, "a text string contains the byte 0xed, which is not UTF-8 (at byte offset 2)"},
		{"bad UTF-8 in a key", `a1 61 ff 01`, "a text string contains the byte 0xff, which is not UTF-8 (at byte offset 2)"},

		{"head cut off", "81 1a 0000", "the data ends inside a 5-byte head (at byte offset 4)"},
		{"float cut off", "fb 3ff8", "the data ends inside a 9-byte head (at byte offset 3)"},
		{"text cut off", `65 "abc"`, "a text string should be 5 bytes long, but only 3 bytes are left (at byte offset 0)"},
		{"bytes cut off", `81 42 00`, "a byte string should be 2 bytes long, but only 1 byte is left (at byte offset 1)"},
		{"array cut off", `82 00`, "an array should have a length of 2, but only 1 byte is left (at byte offset 0)"},
		{"map cut off", `a2 60 00 61`, "a map should have a length of 2, but only 3 bytes are left (at byte offset 0)"},
		{"value cut off", `81 a1 61 "a"`, "the data ends where a value or a key is expected (at byte offset 4)"},
		{"elements cut off", `82 81 00`, "the data ends where a value or a key is expected (at byte offset 3)"},
		{"announced array", "9b 7fffffffffffffff 00", "an array should have a length of 9223372036854775807, but only 1 byte is left (at byte offset 0)"},
		{"announced map", "bb ffffffffffffffff 00", "a map should have a length of 18446744073709551615, but only 1 byte is left (at byte offset 0)"},
		{"announced text", "7b ffffffffffffffff 00", "a text string should be 18446744073709551615 bytes long, but only 1 byte is left (at byte offset 0)"},
		{"announced bytes", "5a ffffffff 00", "a byte string should be 4294967295 bytes long, but only 1 byte is left (at byte offset 0)"},

		{"deep", strings.Repeat("81", 1000) + "80", "nested more than 1000 levels deep (at byte offset 1000)"},
		{"deep and endless", strings.Repeat("81", 100_000), "nested more than 1000 levels deep (at byte offset 1000)"},
	}
	var tape Tape
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := tape.ReadCBOR(unhex(t, test.data))
			if err == nil || err.Error() != test.want {
				t.Fatalf("\n got %v\nwant %s", err, test.want)
			}
			if deep := strings.HasPrefix(test.name, "deep"); err.(*CBORError).TooDeep != deep {
				t.Errorf("TooDeep is %t", !deep)
			}
		})
	}
}

// outline writes a tape as text: JSON, with bytes and links by what they are.
func outline(t *Tape) string {
	var write func(i uint32) string
	write = func(i uint32) string {
		switch tok := t.Tokens[i]; tok.Kind {
		case Integer:
			return fmt.Sprint(tok.Int())
		case Boolean:
			return fmt.Sprint(tok.low == 1)
		case String:
			return words.Quote(t.Text(i))
		case Bytes:
			return fmt.Sprintf("bytes(%d)", tok.low)
		case Link:
			return t.LinkID(i).String()
		case Array:
			out := fmt.Sprintf("%d[", tok.low)
			for k := i + 1; k < tok.Next; k = t.Tokens[k].Next {
				out += write(k) + " "
			}
			return out + "]"
		case Object:
			members := map[string]string{}
			for k := i + 1; k < tok.Next; k = t.Tokens[k+1].Next {
				members[t.Text(k)] = write(k + 1)
			}
			return fmt.Sprintf("type=%s blob=%t %v", t.TypeOf(i), tok.IsBlob(), members)
		default:
			return tok.Kind.String()
		}
	}
	return write(0)
}

// violations lists the violations of a tape: "Fraction at 3, Float at 5".
func violations(t *Tape) string {
	names := map[ViolationKind]string{
		Fraction: "Fraction", LargeInteger: "LargeInteger", BytesKeys: "BytesKeys", BytesText: "BytesText", LinkKeys: "LinkKeys",
		LinkText: "LinkText", TypeText: "TypeText", BlobRef: "BlobRef", BlobMIME: "BlobMIME", BlobSize: "BlobSize", NoBlobRef: "NoBlobRef",
		NoBlobMIME: "NoBlobMIME", NoBlobSize: "NoBlobSize", ReservedKey: "ReservedKey", RepeatedKey: "RepeatedKey", Float: "Float", LinkCID: "LinkCID",
	}
	var all []string
	for _, v := range t.Violations() {
		all = append(all, fmt.Sprintf("%s at %d", names[v.Kind], v.At))
	}
	return strings.Join(all, ", ")
}

func TestReadCBOR(t *testing.T) {
	tests := []struct{ data, want, violations string }{
		{"00", "0", ""},
		{"17", "23", ""},
		{"18 18", "24", ""},
		{"19 0100", "256", ""},
		{"1b 7fffffffffffffff", "9223372036854775807", ""},
		{"3b 7fffffffffffffff", "-9223372036854775808", ""},
		{"20", "-1", ""},
		{"39 0100", "-257", ""},
		{"f4", "false", ""},
		{"f5", "true", ""},
		{"f6", "null", ""},
		{"40", "bytes(0)", ""},
		{"43 010203", "bytes(3)", ""},
		{"60", `""`, ""},
		{`63 "abc"`, `"abc"`, ""},
		{`65 "a" 00 e2 82 ac`, `"a\x00€"`, ""},
		{"80", "0[]", ""},
		{"83 01 81 02 80", "3[1 1[2 ] 0[] ]", ""},
		{"a0", "type= blob=false map[]", ""},
		{`a3 61 "b" 01 62 "aa" a0 62 "ab" 80`, "type= blob=false map[aa:type= blob=false map[] ab:0[] b:1]", ""},
		{aLink, "bafyreiaaaebagbafaydqqcikbmga2dqpcaireeyuculbogazdinryhi6d4", ""},
		{`a1 65 "$type" 63 "a.b"`, `type=a.b blob=false map[$type:"a.b"]`, ""},
		{strings.Repeat("81", 999) + "80", strings.Repeat("1[", 999) + "0[]" + strings.Repeat(" ]", 999), ""},

		{"1b 8000000000000000", "invalid value", "LargeInteger at 0"},
		{"82 3b 8000000000000000 01", "2[invalid value 1 ]", "LargeInteger at 1"},
		{"83 f9 3c00 fb 7ff0000000000000 fa 47c35000", "3[invalid value invalid value invalid value ]", "Float at 1, Float at 2, Float at 3"},
		{"82 d82a 5823 00 1220" + aHash + "01", "2[invalid value 1 ]", "LinkCID at 1"},
		{"d82a 5825 00 01701220" + aHash, "invalid value", "LinkCID at 0"},
		{`a1 65 "$link" 60`, "invalid value", "ReservedKey at 0"},
		{`a2 61 "a" a1 66 "$bytes" 60 61 "b" 01`, "type= blob=false map[a:invalid value b:1]", "ReservedKey at 2"},
		{`a1 65 "$type" 60`, "type= blob=false map[$type:invalid value]", "TypeText at 2"},
	}
	var tape Tape
	for _, test := range tests {
		data := unhex(t, test.data)
		if err := tape.ReadCBOR(data); err != nil {
			t.Errorf("%s: %v", test.data, err)
			continue
		}
		if got := outline(&tape); got != test.want || violations(&tape) != test.violations {
			t.Errorf("%s:\n got %s %s\nwant %s %s", test.data, got, violations(&tape), test.want, test.violations)
		}
		if tape.Tokens[0].Start != 0 || int(tape.Tokens[0].End) != len(data) || int(tape.Tokens[0].Next) != len(tape.Tokens) {
			t.Errorf("%s: the value is at %+v", test.data, tape.Tokens[0])
		}
	}
}

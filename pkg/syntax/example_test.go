package syntax_test

import (
	"errors"
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func Example() {
	nsid, err := syntax.ParseNSID("com.example.fooBar")
	fmt.Println(nsid.Authority(), nsid.Name(), err)

	_, err = syntax.ParseATURI("at://alice.example.com/com.example.foo_bar/self")
	fmt.Println(err)

	fmt.Println(syntax.FormatByName("datetime").Valid("2024-02-30T12:00:00Z"))
	// Output:
	// example.com fooBar <nil>
	// not a valid AT URI: in the collection, the name (segment 3) contains "_", but only letters and digits are allowed there (at byte offset 38 in the string)
	// false
}

func ExampleError() {
	_, err := syntax.ParseHandle("alice..example.com")
	var e *syntax.Error
	if errors.As(err, &e) {
		fmt.Println(e.Format, e.Offset, e.Reason)
	}
	// Output: handle 6 label 2 is empty
}

func ExampleATURI() {
	uri, err := syntax.ParseATURI("at://did:web:example.com/com.example.thing/3jzfcijpj2z2a")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(uri.Authority())
	fmt.Println(uri.Collection())
	fmt.Println(uri.RecordKey())
	// Output:
	// did:web:example.com
	// com.example.thing
	// 3jzfcijpj2z2a
}

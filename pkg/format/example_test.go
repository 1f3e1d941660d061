package format_test

import (
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/format"
)

func ExampleSource() {
	text, err := format.Source([]byte(`{"defs": {"size": {"minimum": 0, "type": "integer"}},
  "id": "com.example.size", "lexicon": 1}`), format.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text))
	// Output:
	// {
	//   "lexicon": 1,
	//   "id": "com.example.size",
	//   "defs": { "size": { "type": "integer", "minimum": 0 } }
	// }
}

func ExampleError() {
	_, err := format.Source([]byte(`{"lexicon": 1,}`), format.Options{})
	fmt.Println(err)
	// Output: 1:14: JSON does not allow a trailing comma
}

package validate_test

import (
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

func ExampleCheckString() {
	name := &lexicon.String{MaxGraphemes: lexicon.Some[int64](5)}
	for _, fault := range validate.CheckString(name, "naïve reader") {
		fmt.Println(fault.Field+":", fault.Message)
	}
	// Output: maxGraphemes: is 12 graphemes long, but at most 5 are allowed
}

package report

import "testing"

func TestSchemaPlace(t *testing.T) {
	tests := []struct{ pointer, want string }{
		{"", ""},
		{"/id", ""},
		{"/defs", ""},
		{"/defs/main", "main"},
		{"/defs/main/record/properties/x/refs", "main.record.x"},
		{"/defs/main/record/properties/x/refs/1", "main.record.x"},
		{"/defs/main/record/properties/tags/items/maxLength", "main.record.tags[]"},
		{"/defs/main/record/properties/properties/properties/items", "main.record.properties.items"},
		{"/defs/main/record/properties", "main.record"},
		{"/defs/main/output/schema/properties/posts/items/items", "main.output.posts[][]"},
		{"/defs/main/output/encoding", "main.output"},
		{"/defs/main/parameters/properties/limit/default", "main.parameters.limit"},
		{"/defs/main/errors/0/name", "main.errors[0]"},
		{"/defs/main/errors", "main.errors"},
		{"/defs/main/permissions/2/collection/0", "main.permissions[2]"},
		{"/defs/main/message/schema/refs/0", "main.message"},
		{"/defs/view/properties/a~1b~01", `view."a/b~1"`},
		{"/defs/view/properties/\x1b", `view."\x1b"`},
		{"/defs//properties/", `"".""`},
		{"/defs/view/propertees/x", "view"},
	}
	for _, test := range tests {
		if got := schemaPlace(test.pointer); got != test.want {
			t.Errorf("%q is %s, expected %s", test.pointer, got, test.want)
		}
	}
}

func TestDataPlace(t *testing.T) {
	tests := []struct{ pointer, want string }{
		{"", ""},
		{"/text", "text"},
		{"/0", "[0]"},
		{"/facets/0/index", "facets[0].index"},
		{"/$type", "$type"},
		{"/a/01/b c", `a.01."b c"`},
		{"/", `""`},
	}
	for _, test := range tests {
		if got := dataPlace(test.pointer); got != test.want {
			t.Errorf("%q is %s, expected %s", test.pointer, got, test.want)
		}
	}
}

package lexicon

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Values that are not constants of their types have texts too, if only empty ones.
func TestOutOfRange(t *testing.T) {
	if p, about := diag.Profile(200).String(), Type(200).Describe(diag.ProfileV1); p != "v1" || about != "" {
		t.Errorf("got %q, %q", p, about)
	}
}

// Every type and every field is documented.
func TestAbout(t *testing.T) {
	check := func(owner string, fields []Field) {
		for _, f := range fields {
			if n := len(f.About); n < 10 || f.About[n-1] != '.' {
				t.Errorf("%s: %s is documented as %q", owner, f.Name, f.About)
			}
		}
	}
	for typ := TypeNull; typ < NumTypes; typ++ {
		if typ.Describe(diag.ProfileV1) == "" {
			t.Errorf("%v is not documented", typ)
		}
		if len(typ.Fields()) < 2 || typ.Fields()[0].Name != "type" {
			t.Errorf("%v has the fields %v", typ, typ.Fields())
		}
		check(typ.String(), typ.Fields())
	}
	for _, role := range []Role{RoleFile, RoleBody, RoleMessage, RoleError} {
		if role.Fields() == nil {
			t.Errorf("role %d has no fields", role)
		}
		check("role", role.Fields())
	}
	if TypeInvalid.Fields() != nil || RoleSchema.Fields() != nil {
		t.Error("fields of what has none")
	}
}

// A schema of a type in a slot is an error exactly where the slot does not have the
// type, and Inside finds the slot that the decoder uses.
func TestSlotTypes(t *testing.T) {
	for in, want := range map[Slot][]Type{
		SlotParameters:     {TypeParams},
		SlotParameter:      {TypeBoolean, TypeInteger, TypeString, TypeArray, TypeUnknown},
		SlotParameterItems: {TypeBoolean, TypeInteger, TypeString, TypeUnknown},
		SlotBody:           {TypeObject, TypeRef, TypeUnion},
		SlotMessage:        {TypeUnion},
		SlotRecord:         {TypeObject},
		SlotPermission:     {TypePermission},
	} {
		if got := slices.Sorted(slices.Values(in.Types(diag.ProfileV1))); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", in, got, want)
		}
	}
	if slices.Contains(SlotDefinition.Types(diag.ProfileATProto), TypeRef) || !slices.Contains(SlotDefinition.Types(diag.ProfileV1), TypeRef) {
		t.Error("refs as definitions do not depend on the profile")
	}
	if !slices.Contains(SlotDefinition.Types(diag.ProfileATProto), TypeSpace) || slices.Contains(SlotDefinition.Types(diag.ProfileV1), TypeSpace) {
		t.Error("spaces do not depend on the profile")
	}
	for _, test := range []struct {
		in    Slot
		typ   Type
		field string
		want  Slot
	}{
		{SlotDefinition, TypeObject, "properties", SlotProperty},
		{SlotParameters, TypeParams, "properties", SlotParameter},
		{SlotParameter, TypeArray, "items", SlotParameterItems},
		{SlotProperty, TypeArray, "items", SlotItems},
		{SlotDefinition, TypeQuery, "parameters", SlotParameters},
		{SlotDefinition, TypeQuery, "output", SlotBody},
		{SlotDefinition, TypeSubscription, "message", SlotMessage},
		{SlotDefinition, TypeRecord, "record", SlotRecord},
		{SlotDefinition, TypePermissionSet, "permissions", SlotPermission},
	} {
		if got := test.in.Inside(test.typ, test.field); got != test.want {
			t.Errorf("%s of %v in %v: %v, want %v", test.field, test.typ, test.in, got, test.want)
		}
	}
}

func TestTypeNames(t *testing.T) {
	if got := TypeByName("String"); got != TypeInvalid {
		t.Error("names of types are case-sensitive")
	}
	if got := Some(3).String() + (Opt[int]{}).String(); got != "3none" {
		t.Errorf("optional values are written %q", got)
	}
}

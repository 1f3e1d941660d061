package lexicon

import (
	"slices"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// ResourceSpace is the resource of permissions for spaces, which the atproto profile has.
const ResourceSpace = "space"

// resources has what the permissions in a permission set can be for, and the fields that
// they can have. Servers ignore permissions with other fields.
var resources = []struct {
	name       string
	since      diag.Profile
	parameters []string
}{
	{"repo", diag.ProfileV1, []string{"collection", "action"}},
	{"rpc", diag.ProfileV1, []string{"lxm", "aud", "inheritAud"}},
	{ResourceSpace, diag.ProfileATProto, []string{"spaceType", "authority", "skey", "collection", "action", "manage"}},
}

// Resources returns the resources of permissions that a profile has and that have a field;
// all that the profile has if the field is "".
func Resources(field string, profile diag.Profile) []string {
	var names []string
	for _, r := range resources {
		if r.since <= profile && (field == "" || slices.Contains(r.parameters, field)) {
			names = append(names, r.name)
		}
	}
	return names
}

// HasResource reports whether the profile of the document has the resource of a
// permission.
func (p *Permission) HasResource() bool {
	return slices.Contains(Resources("", p.profile()), p.Resource)
}

// resource reports a permission for a resource that permission sets do not have.
func (d *decoder) resource(permission *Value) {
	v := permission.Field("resource")
	supported := Resources("", d.profile)
	if v == nil || v.Kind != KindString || slices.Contains(supported, v.Text) {
		return
	}
	f := diag.Finding{
		Rule: RulePermissionIgnored, Severity: RulePermissionIgnored.Severity[d.profile], Location: d.doc.At(v),
		Message: "servers ignore permissions for the " + words.Quote(v.Text) + " resource",
		Help:    "remove the permission; a permission set supports only the " + words.ListFunc(supported, "and", words.Quote) + " resources",
	}
	if near := words.Nearest(v.Text, supported); near != "" {
		f.Help = `did you mean "` + near + `"?`
	} else if v.Text == ResourceSpace {
		f.Help, f.Hint = "use the profile atproto, which has it", diag.HintUseProfile{Profile: diag.ProfileATProto}
	}
	d.found.Add(f)
}

// parameter reports a field of a permission for a resource that does not have it. It
// returns whether the field must have its type in the table: for a space, a field of
// another type makes the permission invalid, which the linter reports.
func (d *decoder) parameter(permission *Value, m *Member) (typed bool) {
	belongs, resource := Resources(m.Name, diag.ProfileATProto), permission.StringField("resource")
	switch {
	case len(belongs) == 0 || !slices.Contains(Resources("", d.profile), resource):
		return true
	case slices.Contains(belongs, resource):
		return resource != ResourceSpace
	}
	if own := Resources(m.Name, d.profile); len(own) > 0 {
		belongs = own
	}
	help := "remove " + words.Quote(m.Name) + "; it applies only to the " + words.ListFunc(belongs, "and", words.Quote) + " resource"
	if len(belongs) > 1 {
		help += "s"
	}
	if m.Value.Len() > 0 {
		help = "move " + words.Quote(m.Name) + ` to a permission with "resource": ` + words.ListFunc(belongs, "or", words.Quote)
	}
	d.find(RulePermissionIgnored, d.doc.AtKey(m), "servers ignore "+words.Quote(resource)+" permissions that contain "+words.Quote(m.Name), help)
	return false
}

// unknownParameter reports a field that no permission has. Permissions for other resources
// may have more fields.
func (d *decoder) unknownParameter(m *Member) {
	if slices.Contains(Resources("", d.profile), m.Value.Parent().StringField("resource")) {
		d.find(RulePermissionIgnored, d.doc.AtKey(m), "servers ignore permissions with the unknown field "+words.Quote(m.Name), "remove it")
	}
}

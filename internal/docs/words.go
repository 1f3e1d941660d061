package docs

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// recordKey says in words what keys the records have.
func recordKey(key string) spans {
	literal, isLiteral := strings.CutPrefix(key, "literal:")
	switch {
	case key == "tid":
		return say("Record key: a timestamp identifier (").mono("tid").add("), so a repository can contain any number of these records in the order of their creation.")
	case key == "nsid":
		return say("Record key: an NSID (").mono("nsid").add("), so a repository can contain one of these records per NSID.")
	case key == "any":
		return say("Record key: any valid key (").mono("any").add("), so a repository can contain any number of these records.")
	case isLiteral:
		return say("Record key: always ").mono(oneLine(literal)).add(", so a repository can contain one such record.")
	case key == "":
		return say("Record key: not specified.")
	}
	return say("Record key: ").mono(oneLine(key)).add(", which is not a known type of key.")
}

// permissions says what an application that asks for a permission set may do.
func (s *section) permissions(set *lexicon.PermissionSet) {
	if set.Title != "" {
		s.paragraph(spans{{text: oneLine(set.Title), style: strong}})
	}
	s.add(s.prose(set.Detail)...)
	s.heading("Permissions")
	if len(set.Permissions) == 0 {
		s.paragraph(say("An application with this permission set may do nothing more than without it."))
		return
	}
	s.paragraph(say("An application with this permission set may:"))
	var lines list
	for _, p := range set.Permissions {
		lines = append(lines, s.permission(p))
	}
	s.add(lines)
}

// texts returns the entries of a list in a permission.
func texts(p *lexicon.Permission, field string) []string {
	v := p.Value.Field(field)
	if v == nil || v.Kind != lexicon.KindArray {
		return nil
	}
	var all []string
	for _, item := range v.Items {
		all = append(all, item.Text)
	}
	return all
}

// given returns the entries of a list in a permission, or the text that is there instead.
func given(p *lexicon.Permission, field string) []string {
	all := append(texts(p, field), p.Value.StringField(field))
	return slices.DeleteFunc(all, func(text string) bool { return text == "" })
}

// permission says what one permission allows. It reads the text of the schema, since
// a set can contain what a profile does not know.
func (s *section) permission(p *lexicon.Permission) spans {
	actions := func(standard ...string) string {
		if own := texts(p, "action"); len(own) > 0 {
			standard = own
		}
		for i, action := range standard {
			standard[i] = strings.ReplaceAll(oneLine(action), "read_self", "read its user's own")
		}
		return words.Enumerate(standard, "and")
	}
	switch p.Resource {
	case "repo":
		return s.names(say(words.Capitalize(actions("create", "update", "delete"))+" "), "records of any type", "records of type ", texts(p, "collection"))
	case "rpc":
		text := s.names(say("Call "), "any method", "", texts(p, "lxm"))
		switch aud := p.Value.StringField("aud"); {
		case aud == "*":
			return text.add(" on any service")
		case aud != "":
			return text.add(" on the service ").mono(oneLine(aud))
		case p.InheritAud.Value:
			return text.add(" on the service that the application names when it asks for the permission set")
		}
		return text
	case "space":
		return s.spacePermission(p, actions("read", "create", "update", "delete"))
	}
	return s.otherPermission(p).add(" (servers ignore this: a permission set cannot contain the resource ").mono(oneLine(p.Resource)).add(")")
}

// otherPermission is permission for what an application has to ask for on its own.
func (s *section) otherPermission(p *lexicon.Permission) spans {
	attributes := "everything"
	if named := given(p, "attr"); len(named) > 0 && !slices.Contains(named, "*") {
		inWords := map[string]string{"email": "email address", "repo": "repository"}
		for i, name := range named {
			named[i] = cmp.Or(inWords[name], oneLine(name))
		}
		attributes = "the " + words.Enumerate(named, "and")
	}
	switch p.Resource {
	case "blob":
		types := given(p, "accept")
		if len(types) == 0 || slices.Contains(types, "*/*") {
			return say("Upload files of any type")
		}
		for i := range types {
			types[i] = oneLine(types[i])
		}
		return say("Upload files of type ").mono(words.Enumerate(types, "or"))
	case "account":
		verb := "Read "
		if slices.Contains(given(p, "action"), "manage") {
			verb = "Read and change "
		}
		return say(verb + attributes + " of its user's account")
	case "identity":
		return say("Change " + attributes + " of its user's identity")
	}
	return say("Use ").mono(oneLine(p.Resource))
}

// spacePermission is permission for records in spaces.
func (s *section) spacePermission(p *lexicon.Permission, actions string) spans {
	collections := texts(p, "collection")
	text := s.names(say(words.Capitalize(actions)+" "), "records of any type", "records of type ", collections)
	if len(collections) == 0 {
		text = say(words.Capitalize(actions) + " records of the types that the space expects")
	}
	text = s.names(text.add(" in "), "any space", "spaces of type ", []string{p.Value.StringField("spaceType")})
	switch authority := p.Value.StringField("authority"); authority {
	case "", "self":
		text = text.add(" that belong to its user")
	case "*":
		text = text.add(" of any owner")
	default:
		text = text.add(" that belong to ").mono(oneLine(authority))
	}
	if key := p.Value.StringField("skey"); key != "" && key != "*" {
		text = text.add(", with the key ").mono(oneLine(key))
	}
	if manage := texts(p, "manage"); len(manage) > 0 {
		text = text.add("; " + words.Enumerate(manage, "and") + " such spaces")
	}
	return text
}

// names adds the names of Lexicons, or what "*" means.
func (s *section) names(text spans, all, before string, names []string) spans {
	if slices.Contains(names, "*") {
		return text.add(all)
	}
	text = text.add(before)
	for i, name := range names {
		if i > 0 {
			text = text.add(", ")
		}
		text = append(text, s.lexiconName(name))
	}
	return text
}

func (s *section) lexiconName(name string) span {
	if !syntax.IsNSID(name) {
		return span{text: oneLine(name), style: mono}
	}
	return s.reference(lexicon.Reference{NSID: syntax.NSID(name), Name: "main"})
}

// space says what a kind of space is.
func (s *section) space(space *lexicon.Space) {
	if space.Name != "" {
		s.paragraph(say("Shown to users as “" + oneLine(space.Name) + "”."))
	}
	key := recordKey(space.Key)
	inSpaces := strings.NewReplacer("Record key", "Space key", "a repository can contain", "an owner can have",
		"these records in the order of their creation", "these spaces", "these records", "these spaces", "such record", "such space")
	for i := range key {
		key[i].text = inSpaces.Replace(key[i].text)
	}
	s.paragraph(key)
	s.heading("Collections")
	if len(space.Collections) == 0 {
		s.paragraph(say("No record types are expected."))
		return
	}
	s.paragraph(say("The records to expect in such a space:"))
	var lines list
	for _, name := range space.Collections {
		lines = append(lines, spans{s.lexiconName(name)})
	}
	s.add(lines)
}

package syntax

import "slices"

// scanLanguage checks that a language tag is well-formed by RFC 5646 (BCP 47). It need not
// be valid, which depends on the registry of subtags.
//
// A tag is a language of 2 or 3 lowercase letters, then optionally extended
// languages, a script, a region, variants, extensions and private-use subtags,
// in this order and in any case. Repeated variants and extensions are
// well-formed. Private-use tags (x-…) and the grandfathered tags of RFC 5646
// section 2.1 are accepted in any case.
func scanLanguage(text string) fault {
	f := scanLanguageTag(text)
	if !f.ok() && isGrandfathered(text) {
		return fault{}
	}
	return f
}

// languagePart is a part of a language tag. The parts are in the order of a tag.
type languagePart uint8

const (
	primaryLanguage languagePart = iota
	extendedLanguage
	script
	region
	variant
	extension
	privateUse
)

// scanLanguageTag checks a tag that is not grandfathered.
func scanLanguageTag(text string) fault {
	if len(text) > 1 && fold(text[0]) == 'x' && text[1] == '-' {
		return scanSubtags(text, 1, privateUse)
	}
	n := 0
	for n < len(text) && is(text[n], lower) {
		n++
	}
	switch {
	case n < len(text) && is(text[n], upper):
		return fail("the language must be lowercase, but contains %c", n)
	case n == 0:
		return fail("expected a language code of 2 or 3 lowercase letters, found %c", n)
	case n < 2 || n > 3:
		return fail("the language must have 2 or 3 letters, but has %a", min(n, 3)).with(n, 0)
	case n < len(text) && text[n] != '-':
		return fail(`expected "-" after the language code, found %c`, n)
	}
	return scanSubtags(text, n, primaryLanguage)
}

// scanSubtags checks the subtags from the hyphen at text[at] to the end of text; last is
// the part before the hyphen.
func scanSubtags(text string, at int, last languagePart) fault {
	extended := 0              // number of extended languages so far
	open := last == privateUse // a singleton comes before, which requires a subtag
	for number := 2; at < len(text); number++ {
		start := at + 1
		kinds := class(0) // of all its characters together
		for at = start; at < len(text) && text[at] != '-'; at++ {
			if !is(text[at], alphanumeric) {
				return fail("expected a letter or digit in a subtag, found %c", at)
			}
			kinds |= classes[text[at]]
		}
		size := at - start
		switch {
		case size == 0:
			return fail("subtag %a is empty", start).with(number, 0)
		case size > 8:
			return fail("subtag %a is %b characters long, but at most 8 are allowed", start+8).with(number, size)
		case last == privateUse:
			open = false
			continue
		case size == 1:
			if open {
				return fail("the extension before subtag %a is empty", start).with(number, 0)
			}
			last, open = extension, true
			if fold(text[start]) == 'x' {
				last = privateUse
			}
			continue
		case last == extension:
			open = false
			continue
		}
		letters, digits := kinds&digit == 0, kinds&letter == 0
		switch {
		case size == 3 && letters:
			if last > extendedLanguage || extended == 3 {
				return fail("subtag %a looks like an extended language, but at most 3 are allowed after the language", start).with(number, 0)
			}
			last = extendedLanguage
			extended++
		case size == 4 && letters:
			if last >= script {
				return fail("subtag %a looks like a script, but only one is allowed before the region", start).with(number, 0)
			}
			last = script
		case size == 2 && letters, size == 3 && digits:
			if last >= region {
				return fail("subtag %a looks like a region, but only one is allowed before the variants", start).with(number, 0)
			}
			last = region
		case size >= 5, size == 4 && is(text[start], digit):
			last = variant
		default:
			return fail("subtag %a is not an extended language, script, region, or variant", start).with(number, 0)
		}
	}
	if open {
		return fail("the singleton at the end must be followed by a subtag", len(text))
	}
	return fault{}
}

// isGrandfathered reports whether text is one of the older tags that RFC 5646 still
// allows, in any case.
func isGrandfathered(text string) bool {
	return slices.ContainsFunc(grandfathered[:], func(tag string) bool { return equalFold(text, tag) })
}

var grandfathered = [...]string{
	// irregular: the grammar does not allow them
	"en-GB-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo",
	"i-navajo", "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-BE-FR", "sgn-BE-NL", "sgn-CH-DE",
	// regular: the grammar allows them, but not in any case
	"art-lojban", "cel-gaulish", "no-bok", "no-nyn", "zh-guoyu", "zh-hakka", "zh-min", "zh-min-nan", "zh-xiang",
}

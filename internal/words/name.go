package words

import (
	"slices"
	"strings"
)

// Split splits a name in camelCase, or with other separators, into lowercase words. A
// run of capitals is one word: "getURLs" is "get", "urls".
func Split(name string) []string {
	var all []string
	start := 0
	end := func(i int) {
		if i > start {
			all = append(all, strings.ToLower(name[start:i]))
		}
		start = i
	}
	for i := range len(name) {
		c := name[i]
		switch {
		case !isLetter(c) && !isDigit(c):
			end(i)
			start = i + 1
		case isUpper(c) && i > start && (!isUpper(name[i-1]) || capitalizes(name[i:])):
			end(i)
		}
	}
	end(len(name))
	return all
}

// capitalizes reports whether a capital begins a word of lowercase letters, which the
// plural s of an abbreviation is not.
func capitalizes(rest string) bool {
	return len(rest) > 1 && isLower(rest[1]) && (rest[1] != 's' || len(rest) > 2 && isLower(rest[2]))
}

// UpperCamel returns the words of a name in UpperCamelCase.
func UpperCamel(name string) string {
	var b strings.Builder
	for _, word := range Split(name) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// LowerCamel returns the words of a name in lowerCamelCase.
func LowerCamel(name string) string {
	all := Split(name)
	if len(all) == 0 {
		return ""
	}
	return all[0] + UpperCamel(strings.Join(all[1:], "-"))
}

// IsPlural reports whether a lowercase English word is certainly a plural, unlike
// "status", "news", "process" and "analysis".
func IsPlural(word string) bool {
	return len(word) >= 4 && strings.HasSuffix(word, "s") && !endsIn(word, "ss", "us", "is", "ics") && !listed(singulars, word)
}

// Plural returns the plural of a word, or of a name in camelCase.
func Plural(word string) string {
	switch stem, isY := strings.CutSuffix(word, "y"); {
	case isY && stem != "" && !endsIn(stem, "a", "e", "i", "o", "u"):
		return stem + "ies"
	case endsIn(word, "s", "x", "z", "ch", "sh", "o"):
		return word + "es"
	}
	return word + "s"
}

// Singular returns the singular of a lowercase word.
func Singular(word string) string {
	switch {
	case !IsPlural(word):
		return word
	case endsIn(word, "ies") && len(word) > 4:
		return word[:len(word)-3] + "y"
	case endsIn(word, "sses", "xes", "zes", "ches", "shes", "oes"):
		return word[:len(word)-2]
	}
	return word[:len(word)-1]
}

func endsIn(word string, endings ...string) bool {
	return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(word, ending) })
}

// singulars are words that end like a plural, and plurals that name one thing.
const singulars = " news series species means lens canvas atlas bias alias chaos cosmos ethos logos pathos kudos https " +
	"headquarters gallows works summons always details settings preferences prefs options stats credentials contents "

// listed reports whether a word is in a list of words with a space on each side.
func listed(list, word string) bool { return strings.Contains(list, " "+word+" ") }

// VerbFirst reports whether the name of a method may begin with a verb. A name of one
// word does unless it is a plural: a single verb takes its noun from the group of the
// NSID.
func VerbFirst(name string) bool {
	all := Split(name)
	if len(all) < 2 {
		return len(all) == 0 || !IsPlural(all[0])
	}
	return IsVerb(all[0])
}

// IsVerb reports whether a lowercase word is a verb in the names of methods.
func IsVerb(word string) bool {
	if listed(verbs, word) || endsIn(word, "ize", "ise", "ify") {
		return true
	}
	for _, beginning := range []string{"un", "re", "de", "dis", "pre", "auto", "bulk", "batch", "multi"} {
		if rest, ok := strings.CutPrefix(word, beginning); ok && listed(verbs, rest) {
			return true
		}
	}
	return false
}

const verbs = " abort accept access acknowledge acquire activate adapt add adjust admit advance agree alert allocate allow " +
	"alter analyze annotate announce answer append apply approve archive arrange ask assert assess assign associate " +
	"attach attempt attest audit auth authenticate authorize await backfill backup ban batch begin bind block book " +
	"bookmark boost boot bootstrap borrow branch broadcast browse build bulk bump buy calculate call can cancel " +
	"capture cast change charge check checkout choose claim classify clean clear clone close collapse collect " +
	"combine comment commit compare compile complete compose compress compute configure confirm connect consent " +
	"consume contact continue convert copy correct count crawl create credit curate cut deactivate debit debug " +
	"decide decline decode decrement decrypt define delay delegate delete deliver demote deny deploy deposit " +
	"deprecate dereference derive describe destroy detach detect determine dial diff disable disassociate discard " +
	"disconnect discover discuss dismiss dispatch display distribute do donate download downvote draft draw drop " +
	"dump duplicate earn edit elect embed emit enable encode encrypt end endorse enqueue enroll ensure enter " +
	"enumerate erase escalate establish estimate evaluate evict examine exchange exclude execute exit expand expire " +
	"explain explore export expose express extend extract fail favorite fetch fill filter finalize find finish fix " +
	"flag flush focus fold follow force forget fork format forward freeze fulfil fulfill fund gather generate get " +
	"give go grab grant group grow guess handle has have heal help hide hint hold host hydrate identify ignore " +
	"import improve include increment index inform ingest init initialize initiate insert inspect install " +
	"instantiate instruct integrate interact invalidate invite invoke is issue join judge jump keep kick kill label " +
	"launch lead learn leave lend like limit link list listen load locate lock log login logout look lookup lower " +
	"maintain make manage map mark match measure mention merge migrate mint mirror modify monitor mount move mute " +
	"name navigate negotiate nominate notify obtain offer onboard open opt order override own pack paginate pair " +
	"parse participate pass patch pause pay perform persist pick pin ping plan play poll populate post preview " +
	"print prioritize probe process procure produce promote prompt propose protect prove provide provision prune " +
	"publish pull purchase purge push put qualify query queue quit quote raise rank rate react read rebase receive " +
	"recommend record recover redeem redirect reduce refer refresh refund refuse register reject relate relay " +
	"release reload remind remove rename render renew reorder repair repeat replace replay reply report repost " +
	"request require reschedule reserve reset resign resize resolve respond rest restart restore restrict resume " +
	"retain retire retrieve retry return reveal revert review revise revoke reward rewind roll rotate route run " +
	"sample save scan schedule score scroll search secure seed seek select sell send serve set setup share ship " +
	"show shuffle shut sign signal signin signout signup silence simulate skip snapshot snooze solve sort specify " +
	"spend split stage star start stash state stop store stream strip submit subscribe suggest sum summarize supply " +
	"support suppress suspend swap switch sync synchronize tag take tally teach tell terminate test tip toggle " +
	"touch trace track trade train transcode transcribe transfer transform transition translate trash travel " +
	"traverse trigger trim truncate trust try tune turn unlock update upgrade upload upsert upvote use validate " +
	"verify view visit vote wait wake walk warm warn watch wipe withdraw withhold work wrap write yield "

package syntax

// IsDatetime reports whether text is a point in time: a full date, an uppercase "T", a full
// time with optional fraction, and a timezone, which satisfies RFC 3339, ISO 8601 and the
// HTML standard together (datetime rules in the specification). It allocates nothing.
//
// In addition to the shape, the day must exist in that month, the hour be at most 23,
// minute and second at most 59, the offset at most ±23:59 and not -00:00, and the time
// in UTC in a year from 0000 to 9999. The fraction can have any length.
func IsDatetime(text string) bool { return scanDatetime(text).ok() }

// IsDatetimeWithoutZone reports whether text is a datetime except that its timezone is
// missing. Such a text is not a valid datetime.
func IsDatetimeWithoutZone(text string) bool {
	end, f := scanLocalTime(text)
	return f.ok() && end == len(text)
}

func scanDatetime(text string) fault {
	at, f := scanLocalTime(text)
	if !f.ok() {
		return f
	}
	if at == len(text) {
		return fail(`the timezone is missing; expected "Z" or a UTC offset such as "+02:00"`, at)
	}
	switch text[at] {
	case 'Z':
		if at+1 < len(text) {
			return fail("unexpected %c after the timezone", at+1)
		}
		return fault{}
	case '+', '-':
		return scanOffset(text, at)
	case 'z':
		return fail(`the timezone must be an uppercase "Z"`, at)
	case ',':
		return fail("the fraction must begin with a period, not a comma", at)
	}
	return fail(`expected a timezone ("Z" or a UTC offset such as "+02:00"), found %c`, at)
}

// scanOffset checks the offset that begins with its sign at text[at] and extends to the
// end of text. Before it is a valid local time.
func scanOffset(text string, at int) fault {
	const shape = "+00:00"
	for i := 1; i < len(shape); i++ {
		if at+i >= len(text) || !fits(shape[i], text[at+i]) {
			return fail("expected an offset of the form +hh:mm or -hh:mm, found %c", at+i)
		}
	}
	if at+len(shape) < len(text) {
		return fail("unexpected %c after the timezone", at+len(shape))
	}
	hour, minute := twoDigits(text, at+1), twoDigits(text, at+4)
	date, local := text[:len("0000-01-01")], 60*twoDigits(text, 11)+twoDigits(text, 14)
	switch offset := 60*hour + minute; {
	case hour > 23:
		return fail("the hour of the offset is %a, but must be at most 23", at+1).with(hour, 0)
	case minute > 59:
		return fail("the minute of the offset is %a, but must be at most 59", at+4).with(minute, 0)
	case text[at] == '-' && offset == 0:
		return fail(`the offset -00:00 is not allowed; use "Z" for UTC`, at)
	case text[at] == '+' && date == "0000-01-01" && local < offset:
		return fail("the time in UTC is before the year 0000", at)
	case text[at] == '-' && date == "9999-12-31" && local+offset >= 24*60:
		return fail("the time in UTC is after the year 9999", at)
	}
	return fault{}
}

// scanLocalTime checks the date and the time of a datetime, up to its timezone.
// It returns where they end.
func scanLocalTime(text string) (end int, f fault) {
	const shape = "0000-00-00T00:00:00"
	if !hasLocalTimeShape(text) {
		for i := range len(shape) {
			if i >= len(text) || !fits(shape[i], text[i]) {
				return 0, fail(localTimeReason(i), i)
			}
		}
	}
	year := 100*twoDigits(text, 0) + twoDigits(text, 2)
	month, day := twoDigits(text, 5), twoDigits(text, 8)
	if month < 1 || month > 12 {
		return 0, fail("the month is %a, but must be 1 to 12", 5).with(month, 0)
	}
	if last := daysIn(month, year); day < 1 || day > last {
		return 0, fail("the day is %a, but this month has %b days", 8).with(day, last)
	}
	if hour := twoDigits(text, 11); hour > 23 {
		return 0, fail("the hour is %a, but must be at most 23", 11).with(hour, 0)
	}
	if minute := twoDigits(text, 14); minute > 59 {
		return 0, fail("the minute is %a, but must be at most 59", 14).with(minute, 0)
	}
	if second := twoDigits(text, 17); second > 59 {
		return 0, fail("the second is %a, but must be at most 59", 17).with(second, 0)
	}
	end = len(shape)
	if end < len(text) && text[end] == '.' {
		end++
		for end < len(text) && is(text[end], digit) {
			end++
		}
		if end == len(shape)+1 {
			return 0, fail("expected a digit after the decimal point, found %c", end)
		}
	}
	return end, fault{}
}

// hasLocalTimeShape reports whether text begins like 0000-00-00T00:00:00.
func hasLocalTimeShape(text string) bool {
	return len(text) >= 19 &&
		fitsEight(text[:8], 0x2d30302d30303030, 0x7f76767f76767676) && // 0000-00-
		fitsEight(text[8:16], 0x30303a3030543030, 0x76767f76767f7676) && // 00T00:00
		fitsEight(text[11:19], 0x30303a30303a3030, 0x76767f76767f7676) // 00:00:00
}

// fitsEight is fits for eight bytes at once; the first byte of the shape is the lowest.
// By exclusive or with the shape, a digit becomes 0 to 9 and any other byte 0, to which
// slack adds up to at most 0x7f.
func fitsEight(text string, shape, slack uint64) bool {
	_ = text[7]
	v := uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
	v ^= shape
	return (v|(v+slack))&0x8080808080808080 == 0
}

// fits reports whether c is allowed where the shape has the byte s: a digit for a 0, or
// else s itself.
func fits(s, c byte) bool {
	if s == '0' {
		return c-'0' <= 9
	}
	return c == s
}

// localTimeReason says what is expected at byte i of a datetime that has something
// else there.
func localTimeReason(i int) reason {
	for _, part := range []struct {
		end    int
		reason reason
	}{
		{4, "expected a four-digit year, found %c"}, {5, `expected "-" after the year, found %c`},
		{7, "expected a two-digit month, found %c"}, {8, `expected "-" after the month, found %c`},
		{10, "expected a two-digit day, found %c"}, {11, `expected an uppercase "T" after the date, found %c`},
		{13, "expected a two-digit hour, found %c"}, {14, `expected ":" after the hour, found %c`},
		{16, "expected a two-digit minute, found %c"}, {17, `expected ":" after the minute, found %c`},
	} {
		if i < part.end {
			return part.reason
		}
	}
	return "expected a two-digit second, found %c"
}

// twoDigits returns the number in the two digits at text[i:].
func twoDigits(text string, i int) int {
	return 10*int(text[i]-'0') + int(text[i+1]-'0')
}

// daysIn returns the number of days of a month from 1 to 12 in the Gregorian
// calendar.
func daysIn(month, year int) int {
	if month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0) {
		return 29
	}
	return int([...]uint8{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1])
}

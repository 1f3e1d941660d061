package syntax

import (
	"strconv"
	"strings"
	"time"
)

// suggestDatetime returns the datetime that a text in another common form means; "" when
// there is none. Zoned reports whether the text has a timezone: without one, UTC is
// assumed.
func suggestDatetime(text string) (right string, zoned bool) {
	text = strings.TrimSpace(text)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > 0 {
		switch len(text) { // since 1970
		case len("1700000000"):
			return time.Unix(n, 0).UTC().Format("2006-01-02T15:04:05Z"), true
		case len("1700000000000"):
			return time.UnixMilli(n).UTC().Format("2006-01-02T15:04:05.000Z"), true
		}
		return "", false
	}
	date, clock := text, ""
	if i := strings.IndexAny(text, "Tt _"); i >= 0 {
		date, clock = text[:i], strings.TrimSpace(text[i+1:])
	}
	date = suggestDate(date)
	clock, zone := cutZone(clock)
	clock = suggestClock(clock)
	if right = date + "T" + clock + zone; zone == "" {
		right += "Z"
	}
	if !IsDatetime(right) {
		return "", false
	}
	return right, zone != ""
}

// suggestDate writes a date with two digits for month and day, and hyphens.
func suggestDate(text string) string {
	parts := strings.FieldsFunc(text, func(c rune) bool { return c == '-' || c == '/' || c == '.' })
	if len(parts) != 3 {
		return ""
	}
	return parts[0] + "-" + padded(parts[1]) + "-" + padded(parts[2])
}

// suggestClock writes a time of day with seconds; midnight where there is none.
func suggestClock(text string) string {
	if text == "" {
		return "00:00:00"
	}
	clock, fraction, _ := strings.Cut(strings.Replace(text, ",", ".", 1), ".")
	parts := strings.Split(clock, ":")
	if len(parts) == 2 {
		parts = append(parts, "00")
	}
	for i := range parts {
		parts[i] = padded(parts[i])
	}
	if clock = strings.Join(parts, ":"); fraction != "" {
		clock += "." + fraction
	}
	return clock
}

func padded(text string) string {
	if len(text) == 1 {
		return "0" + text
	}
	return text
}

// cutZone cuts the timezone off a time of day, and writes it as Z or an offset such as
// +01:00; "" when there is none.
func cutZone(text string) (clock, zone string) {
	upper := strings.ToUpper(text)
	for _, utc := range []string{"UTC", "GMT", "Z"} {
		if strings.HasSuffix(upper, utc) {
			return strings.TrimSpace(text[:len(text)-len(utc)]), "Z"
		}
	}
	i := strings.LastIndexAny(text, "+-")
	if i < 0 {
		return text, ""
	}
	clock, zone = strings.TrimSpace(text[:i]), text[i:]
	switch digits := strings.Replace(zone[1:], ":", "", 1); len(digits) {
	case 2:
		zone = zone[:1] + digits + ":00"
	case 4:
		zone = zone[:1] + digits[:2] + ":" + digits[2:]
	}
	if zone == "-00:00" {
		zone = "Z"
	}
	return clock, zone
}

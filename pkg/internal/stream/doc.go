// Package stream reads long texts, compressed or not. Lines cuts a text into
// lines, has several workers look at them, and delivers what they find in the
// order of the text. Its memory does not grow with the length of the text.
package stream

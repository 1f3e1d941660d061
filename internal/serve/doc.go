// Package serve is what "lexsmith serve" does: a mock that answers the methods of a
// catalog with samples, a page to try them, and the log and the reports of a checking
// proxy.
package serve

// Package probe asks a running service whether it keeps its Lexicons, in the manner of
// property-based tests. It makes requests from the schemas, valid ones and some with one
// fault each, sends them one at a time, and checks the answers. Of every violation it looks
// for the smallest request that shows it.
package probe

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/internal/servicerules"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// Run asks a service. The client must not follow redirects. An error wraps ErrUnreachable,
// or says why ctx is done; the result has what was asked until then.
func Run(ctx context.Context, c *lexicon.Catalog, client *xrpc.Client, o Options) (*Result, error) {
	o.Quiet = cmp.Or(o.Quiet, 5*time.Second)
	known := newNames(o.Given, o.Methods)
	r := &run{sender: sender{client: client, options: &o, end: time.Now().Add(o.Duration)}, known: known, planner: newPlanner(c, o.Seed, o.Profile, known)}
	result := new(Result)
	schemas := validate.Compile(c, validate.Options{Profile: o.Profile, AllowUnknown: true})
	var all []*tally
	for _, m := range o.Methods {
		if m.Type() == lexicon.TypeProcedure && !o.Write {
			result.LeftOut = append(result.LeftOut, m.NSID)
			continue
		}
		t := &tally{method: &method{m, map[lexicon.Part]*validate.Validator{}}, seen: map[string]bool{}}
		for _, part := range []lexicon.Part{lexicon.PartParams, lexicon.PartInput} {
			if v, err := schemas.Validator(m.Definition.Reference(), part); err == nil {
				t.validators[part] = v
			}
		}
		all = append(all, t)
	}
	rounds, err := r.rounds(ctx, inOrder(all))
	result.Complete = rounds > 0
	if errors.Is(err, errEnough) {
		err = nil
	}
	for _, t := range all {
		if t.absent {
			result.NotImplemented = append(result.NotImplemented, t.NSID)
		}
		result.Methods = append(result.Methods, MethodResult{t.NSID, t.requests, t.refused, t.violations, t.slowest})
	}
	return result, err
}

// inOrder returns the methods in the order in which they are asked: first those that need no
// names, since their answers have some; procedures, which change something, last.
func inOrder(all []*tally) []*tally {
	needs := func(t *tally) int {
		if t.Type() == lexicon.TypeProcedure {
			return 1 << 20
		}
		return namesNeeded(t.method)
	}
	return slices.SortedStableFunc(slices.Values(all), func(a, b *tally) int { return cmp.Compare(needs(a), needs(b)) })
}

// namesNeeded returns how many required parameters of a method name things.
func namesNeeded(m *method) int {
	count := 0
	if m.Parameters == nil {
		return 0
	}
	for _, name := range m.Parameters.Required {
		if s, ok := propertyOf(m.Parameters, name).(*lexicon.String); ok && slices.Contains(append(naming, syntax.FormatAtIdentifier), s.Syntax()) {
			count++
		}
	}
	return count
}

// run is a run in progress.
type run struct {
	sender
	known   *names
	planner *planner
	ahead   *draft // the plan after that which is sent; nil for none
}

// rounds sends one plan for each method or, where the options ask for more requests, several.
// It returns how often all methods had one.
func (r *run) rounds(ctx context.Context, all []*tally) (round uint64, err error) {
	defer func() { r.plan(nil, 0) }()
	for ; ; round++ {
		more := false
		for i, t := range all {
			if t.absent || r.options.PerMethod > 0 && t.requests >= r.options.PerMethod {
				continue
			}
			seed, before := r.options.Seed+round, t.requests
			settled := func() {
				if i+1 < len(all) {
					r.draft(all[i+1], seed)
				}
			}
			switch err := r.method(ctx, t, r.plan(t, seed), round == 0, settled); {
			case errors.Is(err, errEnough) && r.spent():
				return round, err
			case err != nil && !errors.Is(err, errEnough):
				return round, err
			}
			more = more || t.requests > before && t.Type() != lexicon.TypeSubscription
		}
		if !more || r.options.PerMethod == 0 && r.options.Duration == 0 {
			return round + 1, nil
		}
	}
}

// method sends the plan of a method. It calls settled when no more names are learned from it.
func (r *run) method(ctx context.Context, t *tally, plan []trial, first bool, settled func()) (end error) {
	if t.Type() == lexicon.TypeSubscription {
		return r.stream(ctx, t, plan)
	}
	defer r.idle()
	t.paged = false
	next := r.start(ctx, t, &plan[0])
	for i := 0; next != nil; i++ {
		isFirst := i == 0 && first
		sent := next
		<-sent.done
		// The answer to the first request says whether there are others.
		if next = nil; i+1 < len(plan) && end == nil && !isFirst {
			next = r.start(ctx, t, &plan[i+1])
		}
		a, err := r.answer(ctx, t, sent)
		if err == nil && isFirst {
			t.absent, t.works, t.failed = a.status() == http.StatusNotImplemented, a.ok(), a.failed()
		}
		if err == nil && !t.absent {
			err = r.answered(ctx, t, &plan[i], a, i == 0)
		}
		if err != nil && !errors.Is(err, errEnough) || t.absent {
			return err
		}
		end = cmp.Or(end, err)
		if next == nil && i+1 < len(plan) && end == nil {
			next = r.start(ctx, t, &plan[i+1])
		}
		if teaches(&plan[i]) && (i+1 == len(plan) || !teaches(&plan[i+1])) {
			settled()
		}
	}
	return end
}

// teaches reports whether names are learned from the answer to a trial. In a plan, those trials
// come first.
func teaches(c *trial) bool { return c.Fault == "" && !c.Either }

// answered reports what there is to say about an answer, learns from it, and sends what else
// there is to ask then. It is to the smallest request of a plan, or to another one.
func (r *run) answered(ctx context.Context, t *tally, c *trial, a *answer, smallest bool) error {
	if err := r.report(ctx, t, c, judge(t, c, a)); err != nil {
		return err
	}
	if c.Fault != "" && a.refused() {
		t.refused++
	}
	if !a.ok() || !teaches(c) {
		return nil
	}
	r.known.learn(t, a)
	if t.Type() != lexicon.TypeQuery {
		return nil
	}
	if !t.compared {
		t.compared = true
		if err := r.compare(ctx, t, c, a); err != nil {
			return err
		}
	}
	// A listing that fits into one page may have several with a smaller limit.
	if propertyOf(t.paramsSchema(), cursorName) != nil && (smallest || !t.paged && a.cursor() != "") {
		t.paged = a.cursor() != ""
		return r.pages(ctx, t, c, a)
	}
	return nil
}

// compare repeats a request, whose answer should be the same.
func (r *run) compare(ctx context.Context, t *tally, c *trial, a *answer) error {
	again, err := r.send(ctx, t, c)
	if err != nil || !again.ok() || string(again.body) == string(a.body) {
		return err
	}
	return r.report(ctx, t, c, []diag.Finding{t.finding(servicerules.UnstableResponse, lexicon.PartOutput, "the second response to the same request differs from the first")})
}

// report looks for the smallest request that shows each finding, and reports it, once. Where no
// more requests can be sent, the findings are reported with those that have shown them.
func (r *run) report(ctx context.Context, t *tally, c *trial, found []diag.Finding) error {
	var end error
	for _, f := range found {
		key := keyOf(c, &f)
		if t.seen[key] || f.Rule == servicerules.ServiceFailure && t.failed && len(t.seen) > 0 {
			continue
		}
		t.seen[key] = true
		small := c
		if end == nil {
			small, f, end = r.shrink(ctx, t, c, f)
		}
		if r.options.Keep == nil || r.options.Keep(&f) {
			if f.Severity == diag.Error {
				t.violations++
			}
			request := r.request(ctx, t, small)
			if t.Type() == lexicon.TypeSubscription && (small.Fault == "" || small.rule != nil) {
				request.URL.Scheme = strings.Replace(request.URL.Scheme, "http", "ws", 1)
			}
			r.options.Report(f, request, small.Body)
		}
	}
	return end
}

// keyOf names what a finding says, apart from the values in it: the rule and the place of
// it, and that of the fault of the request.
func keyOf(c *trial, f *diag.Finding) string {
	key := f.Rule.Code + " " + placeOf(f.Pointer)
	if f.Rule == servicerules.ServiceFailure || f.Rule == servicerules.InvalidAccepted {
		key += " " + c.part.String() + " " + c.at
		switch {
		case c.rule != nil:
			key += " " + c.rule.Code + " " + c.limit.Pointer
		case c.Either:
			key += " either"
		default:
			key += " " + c.Fault
		}
	}
	if f.Rule == servicerules.ValidRefused {
		key += " " + c.alone
	}
	return key
}

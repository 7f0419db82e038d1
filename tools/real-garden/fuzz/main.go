// Command fuzz prints what Gardener's own functions say to random inputs, one conformance vector a line. The same seed
// and number give the same inputs.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// vector has the form of lib/policy/conformance.
type vector struct {
	ID     string `json:"id"`
	Area   string `json:"area"`
	Now    string `json:"now,omitempty"`
	Input  any    `json:"input"`
	Expect any    `json:"expect"`
}

// fault is one finding of the API server: where, and the code that lib/policy gives to it.
type fault struct {
	Type string `json:"type,omitempty"`
	Path string `json:"path"`
	Code string `json:"code"`
}

type faults struct {
	Errors []fault `json:"errors"`
}

// area makes one case: what lib/policy is asked, and what Gardener says.
type area struct {
	name string
	draw func(*rand.Rand) (input, expect any)
}

var areas = []area{
	{"surge", drawSurge},
	{"mcm-settings", drawMachineSettings},
	{"toleration-validate", drawTolerations},
	{"toleration-allow", drawTolerationsAllowed},
	{"toleration-default", drawTolerationDefaults},
	{"update-strategy", drawStrategy},
	{"cp-kubernetes", drawProfileKubernetes},
	{"cp-images", drawProfileImages},
	{"cp-update", drawProfileUpdate},
	{"cp-create-drop", drawCreation},
	{"cp-offer", drawOffer},
	{"image.filter", drawImageFilter},
	{"ncp-drop", drawOverridesKept},
	{"cp-remove", drawProfileRemoval},
	{"ncp-kubernetes", drawOverrides},
	{"ncp-remove", drawOverrideRemoval},
	{"ncp-image-override", drawImageOverride},
	{"ncp-offer", drawExtensionOf},
	{"hibernated-in-next-window", drawSleepInWindow},
	{"apiserver-update", drawShootUpdate},
	{"gardenlet-start", drawStart},
	{"review", drawReview},
	{"forecast", drawForecast},
	{"shoot-settings", drawSettings},
	{"shoot-admission", drawAdmission},
	{"window.parse", drawTimeRead},
	{"window.mustMaintainNow", drawMaintainNow},
	{"window.next", drawNextRun},
}

func main() {
	seed := flag.Int64("seed", 1, "of the random inputs")
	cases := flag.Int("cases", 1000, "of each area")
	only := flag.String("areas", "", "if given, the only areas that are asked about, with commas between them")
	fields := flag.Bool("fields", false, "tell of every value of settings.json instead, as the vectors of lib/policy/conformance/vectors/settings.json")
	flag.Parse()
	if *fields {
		printFields()
		return
	}
	if err := run(*seed, *cases, *only); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// printFields writes a list with one vector a line.
func printFields() {
	lines := []string{}
	for _, one := range tellFields() {
		text, err := json.Marshal(one)
		if err != nil {
			panic(err)
		}
		lines = append(lines, string(text))
	}
	fmt.Println("[\n" + strings.Join(lines, ",\n") + "\n]")
}

func run(seed int64, cases int, only string) error {
	lines := json.NewEncoder(os.Stdout)
	for _, one := range areas {
		if only != "" && !slices.Contains(strings.Split(only, ","), one.name) {
			continue
		}
		random := rand.New(rand.NewSource(seed))
		for number := range cases {
			input, expect := one.draw(random)
			id := fmt.Sprintf("%s-%d-%d", one.name, seed, number)
			if err := lines.Encode(vector{ID: id, Area: one.name, Input: input, Expect: expect}); err != nil {
				return err
			}
		}
	}
	return nil
}

// rule tells one of Gardener's errors by its type and by words of its message.
type rule struct {
	kind  field.ErrorType
	words string
	code  string
}

// read gives Gardener's errors the codes of lib/policy. An error that no rule tells keeps its words, so that it is seen.
func read(errors field.ErrorList, prefix string, rules []rule) faults {
	found := faults{Errors: []fault{}}
	for _, err := range errors {
		code := string(err.Type) + ": " + err.Detail
		for _, one := range rules {
			if err.Type == one.kind && strings.Contains(err.Detail, one.words) {
				code = one.code
				break
			}
		}
		found.Errors = append(found.Errors, fault{Path: strings.TrimPrefix(err.Field, prefix), Code: code})
	}
	return found
}

func pick[Item any](random *rand.Rand, items ...Item) Item {
	return items[random.Intn(len(items))]
}

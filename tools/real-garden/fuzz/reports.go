package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/gardener/gardener/pkg/apis/core"
)

var violationRules = []struct{ path, words, code string }{
	{"kubernetes.version", "downgrade is not supported", "DOWNGRADE"},
	{"kubernetes.version", "cannot skip a minor", "SKIPS_MINOR"},
	{"kubernetes.version", "must not be higher than control plane", "ABOVE_CONTROL_PLANE"},
	{"kubernetes.version", "versions behind control plane", "SKEW"},
	{"kubernetes.version", "Unsupported value", "VERSION_NOT_LISTED"},
	{"", "undergoing an in-place update", "INPLACE_UPDATE_PENDING"},
	{"machine.image.version", "Unsupported value", "IMAGE_NOT_LISTED"},
	{"machine.image", "does not support CPU architecture", "IMAGE_ARCHITECTURE"},
	{"machine.image", "is expired", "IMAGE_INACTIVE"},
	{"machine.image", "in-place update", "IMAGE_INPLACE"},
	{"machine.image.version", "downgrade is not supported", "IMAGE_DOWNGRADE"},
	{"machine.image", "does not support kubelet version", "IMAGE_KUBELET_CONSTRAINT"},
}

var poolPlace = regexp.MustCompile(`^spec\.provider\.workers\[(\d+)\]\.?(.*)$`)

// section is a part of a text that begins with a match, and goes on to the next one.
type section struct {
	match []string
	words string
}

func sections(pattern *regexp.Regexp, text string) []section {
	found := []section{}
	starts := pattern.FindAllStringIndex(text, -1)
	for number, match := range pattern.FindAllStringSubmatch(text, -1) {
		end := len(text)
		if number+1 < len(starts) {
			end = starts[number+1][0]
		}
		found = append(found, section{match, text[starts[number][0]:end]})
	}
	return found
}

// violations reads the refusals of versions. Of a pool's image the first counts. Any other refusal keeps its words.
func violations(text string, shoot *core.Shoot) []string {
	found := []string{}
	imageOf := map[string]int{}
	refusals := sections(fieldError, text)
	for _, refusal := range refusals {
		path, words := refusal.match[1], refusal.words
		subject := "CONTROL_PLANE"
		short := strings.TrimPrefix(path, "spec.")
		if match := poolPlace.FindStringSubmatch(path); match != nil {
			var index int
			must(fmt.Sscanf(match[1], "%d", &index))
			subject, short = "POOL_"+shoot.Spec.Provider.Workers[index].Name, match[2]
		}
		rule := slices.IndexFunc(violationRules, func(rule struct{ path, words, code string }) bool {
			return rule.path == short && strings.Contains(words, rule.words)
		})
		switch {
		case strings.Contains(words, "total minimum node count"):
			found = append(found, "LIMITS_MAX_NODES_TOTAL")
		case rule < 0:
			found = append(found, words)
		case !strings.HasPrefix(violationRules[rule].code, "IMAGE_"):
			found = append(found, subject+"_"+violationRules[rule].code)
		default:
			if known, there := imageOf[subject]; !there || rule < known {
				imageOf[subject] = rule
			}
		}
	}
	for subject, rule := range imageOf {
		found = append(found, subject+"_"+violationRules[rule].code)
	}
	if text != "" && len(refusals) == 0 {
		found = append(found, text)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// stepWords and failureWords are how a run reports. Its targets are the control plane, and pools by name.
var (
	stepWords    = regexp.MustCompile(`(Control Plane|Worker pool "([^"]+)"): Updated (Kubernetes|machine image).*? from "([^"]+)" to "([^"]+)"\. Reason: (Version does not exist|Kubernetes version expired|Machine image version expired|Automatic update)`)
	failureWords = regexp.MustCompile(`(Control Plane|Worker pool "([^"]+)"): (Kubernetes maintenance failure|failed to update machine image)`)
)

var triggers = map[string]string{
	"Version does not exist": "NOT_IN_PROFILE", "Kubernetes version expired": "EXPIRED",
	"Machine image version expired": "EXPIRED", "Automatic update": "AUTO_UPDATE",
}

func targetOf(pool, about string) string {
	switch {
	case pool == "":
		return "controlPlane"
	case strings.HasPrefix(about, "Kubernetes"):
		return "pool/" + pool + "/kubernetes"
	}
	return "pool/" + pool + "/image"
}

// step is an update that a run reports, perhaps to the very version that is there.
type step struct {
	Run     string `json:"run"`
	Target  string `json:"target"`
	From    string `json:"from"`
	To      string `json:"to"`
	Trigger string `json:"trigger"`
}

// steps are the updates of a run in the order of the targets.
func (r maintenanceRun) steps(targets []string) []step {
	told := []step{}
	if len(r.refusals) > 0 {
		return told
	}
	matches := stepWords.FindAllStringSubmatch(r.reported.Description, -1)
	for _, target := range targets {
		for _, match := range matches {
			if targetOf(match[2], match[3]) == target {
				told = append(told, step{Target: target, From: match[4], To: match[5], Trigger: triggers[match[6]]})
			}
		}
	}
	return told
}

// blocked is what keeps a run from an update: no version to go to, or the API server.
func (r maintenanceRun) blocked() map[string]any {
	told := map[string]any{}
	text := ""
	if r.reported.FailureReason != nil {
		text = *r.reported.FailureReason
	}
	for _, failure := range sections(failureWords, text) {
		pool, words := failure.match[2], failure.words
		code := words
		switch {
		case strings.Contains(words, "either the machine image"):
			code = "IMAGE_END_OF_LIFE"
		case strings.Contains(words, "No suitable version found"):
			code = "NO_SUITABLE_VERSION"
		}
		told[targetOf(pool, failure.match[3])] = code
	}
	if len(r.refusals) > 0 {
		told["admission"] = r.refusals
	}
	return told
}

// Package reconcilers asks Gardener's own reconcilers what they do with a garden.
package reconcilers

import (
	"encoding/json"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// question is a vector of lib/policy/conformance without what is expected.
type question struct {
	Area  string          `json:"area"`
	Now   string          `json:"now"`
	Input json.RawMessage `json:"input"`
}

// answer is what Gardener did, or why it could not be asked.
type answer struct {
	Expect any    `json:"expect,omitempty"`
	Failed string `json:"failed,omitempty"`
}

var areas = map[string]func(json.RawMessage) any{
	"next-hibernation":      askHibernation,
	"next-hibernation-hand": askHibernation,
	"next-hibernation-run":  askHibernationRun,
	"next-hibernation-wake": askHibernationWake,
	"next-sleep-refused":    askSleepRefused,
	"next-lifetime":         askLifetime,
	"next-retry":            askRetry,
	"next-label":            askLabel,
	"next-silent-gardenlet": askSilentGardenlet,
	"next-migration":        askMigration,
	"next-reconcile":        askReconcile,
	"next-reconcile-hand":   askReconcile,
	"next-gardenlet":        askGardenlet,
	"next-error":            askError,
	"next-condition":        askCondition,
	"next-success":          askSuccess,
	"next-constraints":      askConstraints,
	"next-maintenance":      askMaintenance,
	"next-maintenance-wake": askMaintenanceWake,
	"next-generation":       askGeneration,
	"next-schedule":         askSchedule,
	"next-schedule-words":   askScheduleWords,
}

func answerTo(t *testing.T, line []byte) answer {
	asked := read[question](line)
	if asked.Area == "next-hibernation-never" {
		return answer{Expect: askNever(line)}
	}
	ask, there := areas[asked.Area]
	if !there {
		return answer{Failed: "no area " + asked.Area}
	}
	given := answer{}
	synctest.Test(t, func(*testing.T) {
		time.Sleep(time.Until(must(time.Parse(time.RFC3339, asked.Now))))
		given = attempt(ask, asked.Input)
	})
	return given
}

// attempt takes a panic for no answer: a garden may be one that no API server would store.
func attempt(ask func(json.RawMessage) any, input json.RawMessage) (given answer) {
	defer func() {
		if cause := recover(); cause != nil {
			given = answer{Failed: fmt.Sprint(cause)}
		}
	}()
	return answer{Expect: ask(input)}
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func read[Value any](text []byte) Value {
	var value Value
	err := json.Unmarshal(text, &value)
	return must(value, err)
}

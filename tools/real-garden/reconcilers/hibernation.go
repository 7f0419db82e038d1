package reconcilers

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/event"

	"github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	controllermanagerconfigv1alpha1 "github.com/gardener/gardener/pkg/apis/config/controllermanager/v1alpha1"
	"github.com/gardener/gardener/pkg/controllermanager/controller/shoot/hibernation"
)

type sleeper struct {
	Shoot           shoot           `json:"shoot"`
	TriggerDeadline metav1.Duration `json:"triggerDeadline"`
	Checks          int             `json:"checks"`
}

// look lets the controller look once, and tells what became of the Shoot.
func (s sleeper) look(garden client.Client) (told map[string]any, again time.Duration) {
	before := after(garden, &s.Shoot)
	reconciler := hibernation.Reconciler{Client: garden, Clock: now, Recorder: &events.FakeRecorder{},
		Config: controllermanagerconfigv1alpha1.ShootHibernationControllerConfiguration{TriggerDeadlineDuration: &s.TriggerDeadline}}
	result, err := reconciler.Reconcile(quiet, requestFor(&s.Shoot))
	then := after(garden, &s.Shoot)
	isEnabled := helper.HibernationIsEnabled(then)
	acts := then.ResourceVersion != before.ResourceVersion
	told = map[string]any{"acts": acts, "enabled": isEnabled, "changes": isEnabled != helper.HibernationIsEnabled(before), "error": err != nil, "next": nil}
	if acts {
		told["triggerTime"] = text(then.Status.LastHibernationTriggerTime.Time)
	}
	if result.RequeueAfter != 0 {
		told["next"] = textInMillis(now.Now().Add(result.RequeueAfter))
	}
	return told, result.RequeueAfter
}

func askHibernation(input json.RawMessage) any {
	asked := read[sleeper](input)
	told, _ := asked.look(gardenOf(interceptor.Funcs{}, &asked.Shoot))
	return told
}

func askHibernationRun(input json.RawMessage) any {
	asked := read[sleeper](input)
	garden := gardenOf(interceptor.Funcs{}, &asked.Shoot)
	acts := []any{}
	for range asked.Checks {
		told, again := asked.look(garden)
		if told["acts"] == true {
			acts = append(acts, map[string]any{"at": textInMillis(now.Now()), "enabled": told["enabled"], "changes": told["changes"]})
		}
		if again == 0 {
			break
		}
		time.Sleep(again)
	}
	return map[string]any{"acts": acts}
}

type change struct {
	Old shoot `json:"old"`
	New shoot `json:"new"`
}

func askHibernationWake(input json.RawMessage) any {
	asked := read[change](input)
	seen := (&hibernation.Reconciler{}).ShootPredicate()
	return map[string]any{
		"checkedAtOnce":            seen.Update(event.UpdateEvent{ObjectOld: &asked.Old, ObjectNew: &asked.New}),
		"checkedAtControllerStart": seen.Create(event.CreateEvent{Object: &asked.New}),
	}
}

// patience is how long a search for a time may take before it counts as one without end. It takes microseconds.
const patience = 2 * time.Second

// askNever asks in a process of its own, for a worker that does not come back cannot be stopped otherwise.
func askNever(line []byte) any {
	command := exec.Command(must(os.Executable()), "-test.run=TestReconcilers", "-once")
	command.Stdin = strings.NewReader(string(line))
	type outcome struct {
		text []byte
		err  error
	}
	done := make(chan outcome, 1)
	pipe := must(command.StdoutPipe())
	must(command, command.Start())
	go func() {
		words, err := bufio.NewReader(pipe).ReadBytes('\n')
		done <- outcome{words, err}
	}()
	defer func() { _ = command.Wait() }()
	// The process tells that it begins, so that its own start does not count.
	must((<-done).text, nil)
	go func() {
		words, err := bufio.NewReader(pipe).ReadBytes('\n')
		done <- outcome{words, err}
	}()
	select {
	case came := <-done:
		return map[string]any{"returns": true, "result": read[any](must(came.text, came.err))}
	case <-time.After(patience):
		must(command, command.Process.Kill())
		return map[string]any{"returns": false}
	}
}

func answerOnce() {
	asked := read[question](must(bufio.NewReader(os.Stdin).ReadBytes('\n')))
	now = testclock.NewFakeClock(must(time.Parse(time.RFC3339, asked.Now)))
	out := json.NewEncoder(os.Stdout)
	must(out, out.Encode("begins"))
	must(out, out.Encode(askHibernation(asked.Input)))
}

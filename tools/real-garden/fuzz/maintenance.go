package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	shootregistry "github.com/gardener/gardener/pkg/apiserver/registry/core/shoot"
	"github.com/gardener/gardener/pkg/controllermanager/controller/shoot/maintenance"
)

// maintainedGarden is what the controller-manager's maintenance sees of a garden: one Shoot and its profile. A dry run is
// judged as the API server does, by all of its stages at once.
type maintainedGarden struct {
	client.Client
	plugins plugins
	shoot   *gardencorev1beta1.Shoot
	profile *gardencorev1beta1.CloudProfile
	// The object that the run works on, which has its report before the dry run.
	worked *gardencorev1beta1.Shoot
	run    maintenanceRun
}

// maintenanceRun is what came of one run.
type maintenanceRun struct {
	reported gardencorev1beta1.LastMaintenance
	refusals []string
}

func (g *maintainedGarden) Get(_ context.Context, _ client.ObjectKey, wanted client.Object, _ ...client.GetOption) error {
	switch found := wanted.(type) {
	case *gardencorev1beta1.Shoot:
		g.shoot.DeepCopyInto(found)
		g.worked = found
	case *gardencorev1beta1.CloudProfile:
		g.profile.DeepCopyInto(found)
	default:
		return fmt.Errorf("no %T in this garden", wanted)
	}
	return nil
}

func (g *maintainedGarden) Update(_ context.Context, object client.Object, options ...client.UpdateOption) error {
	next := object.(*gardencorev1beta1.Shoot)
	if len(options) == 0 {
		g.shoot.Spec = *next.Spec.DeepCopy()
		return nil
	}
	g.run.reported = *g.worked.Status.LastMaintenance.DeepCopy()
	g.run.refusals = g.plugins.refusals(internal(next), internal(g.shoot))
	if len(g.run.refusals) > 0 {
		return errors.New("refused")
	}
	return nil
}

func (g *maintainedGarden) Status() client.SubResourceWriter { return patchedStatus{} }

type patchedStatus struct{ client.SubResourceWriter }

func (patchedStatus) Patch(context.Context, client.Object, client.Patch, ...client.SubResourcePatchOption) error {
	return nil
}

// maintain lets one run happen at an instant. Gardener looks at the real time here and there: all dates of the profile
// are moved instead.
func (g *maintainedGarden) maintain(spec gardencorev1beta1.CloudProfileSpec, at time.Time) maintenanceRun {
	g.see(movedProfile(spec, time.Since(at)))
	g.shoot.Annotations = map[string]string{operationAnnotation: "maintain"}
	g.run = maintenanceRun{}
	reconciler := &maintenance.Reconciler{Client: g, Clock: testclock.NewFakeClock(time.Now()), Recorder: &events.FakeRecorder{}}
	request := reconcile.Request{NamespacedName: client.ObjectKeyFromObject(g.shoot)}
	must(reconciler.Reconcile(logf.IntoContext(context.Background(), logr.Discard()), request))
	return g.run
}

// see puts a profile before the controller-manager and the plugins.
func (g *maintainedGarden) see(spec gardencorev1beta1.CloudProfileSpec) {
	g.profile.Spec = spec
	must(g.profile, g.plugins.garden.Core().V1beta1().CloudProfiles().Informer().GetStore().Update(g.profile))
}

func movedProfile(spec gardencorev1beta1.CloudProfileSpec, by time.Duration) gardencorev1beta1.CloudProfileSpec {
	moved := *spec.DeepCopy()
	move := func(version *gardencorev1beta1.ExpirableVersion) {
		if ends := version.ExpirationDate; ends != nil {
			version.ExpirationDate = &metav1.Time{Time: ends.Add(by)}
		}
		for number := range version.Lifecycle {
			if start := version.Lifecycle[number].StartTime; start != nil {
				version.Lifecycle[number].StartTime = &metav1.Time{Time: start.Add(by)}
			}
		}
	}
	for number := range moved.Kubernetes.Versions {
		move(&moved.Kubernetes.Versions[number])
	}
	for _, image := range moved.MachineImages {
		for number := range image.Versions {
			move(&image.Versions[number].ExpirableVersion)
		}
	}
	return moved
}

// refusals are what all stages of the API server say to a change, in the words of lib/policy.
func (p plugins) refusals(next, old *core.Shoot) []string {
	attributes := requestOf(next, old)
	texts := []string{}
	if err := p.mutate.Admit(context.Background(), attributes, nil); err != nil {
		texts = append(texts, err.Error())
	}
	shootregistry.NewStrategy(0).PrepareForUpdate(context.Background(), next, old)
	static, judged := validated(next, old)
	if !judged {
		panic("static validation panics")
	}
	for _, err := range static {
		texts = append(texts, err.Error())
	}
	if err := p.validate.Validate(context.Background(), attributes, nil); err != nil {
		texts = append(texts, err.Error())
	}
	return violations(strings.Join(texts, ", "), next)
}

// foresee lets maintenance run at each of the instants, and tells what happens as a forecast does: a run in which nothing
// changes, and which says the same as the one before, is left out.
func (g *maintainedGarden) foresee(spec gardencorev1beta1.CloudProfileSpec, runs []time.Time) []any {
	targets := []string{"controlPlane"}
	for _, pool := range g.shoot.Spec.Provider.Workers {
		targets = append(targets, "pool/"+pool.Name+"/kubernetes", "pool/"+pool.Name+"/image")
	}
	told, known, before := []any{}, map[string]any{}, []step{}
	for _, at := range runs {
		instant := at.Format(time.RFC3339)
		run := g.maintain(spec, at)
		steps, blocked := run.steps(targets), run.blocked()
		moves := func(one step) bool { return one.From != one.To }
		isSame := reflect.DeepEqual(steps, before) && reflect.DeepEqual(blocked, known) && !slices.ContainsFunc(steps, moves)
		for _, one := range steps {
			if one.Run = instant; !isSame {
				told = append(told, one)
			}
		}
		if !reflect.DeepEqual(blocked, known) && len(blocked) > 0 {
			told = append(told, map[string]any{"run": instant, "blocked": blocked})
		}
		known, before = blocked, steps
	}
	return told
}

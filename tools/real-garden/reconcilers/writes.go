package reconcilers

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"k8s.io/client-go/tools/events"
	"k8s.io/component-base/version"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"github.com/gardener/gardener/pkg/api"
	controllermanagerconfigv1alpha1 "github.com/gardener/gardener/pkg/apis/config/controllermanager/v1alpha1"
	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	shootregistry "github.com/gardener/gardener/pkg/apiserver/registry/core/shoot"
	"github.com/gardener/gardener/pkg/controllermanager/controller/shoot/maintenance"
)

// release is the one that every controller here is of.
func release() string { return version.Get().GitVersion }

func internal(one *shoot) *core.Shoot {
	converted := &core.Shoot{}
	must(converted, api.Scheme.Convert(one, converted, nil))
	return converted
}

func external(one *core.Shoot) *shoot {
	converted := &shoot{}
	must(converted, api.Scheme.Convert(one, converted, nil))
	return converted
}

// stored is what the API server makes of a change before it stores it.
func stored(next, old *shoot) *shoot {
	prepared := internal(next)
	shootregistry.NewStrategy(0).PrepareForUpdate(context.Background(), prepared, internal(old))
	return external(prepared)
}

func operationOf(one *shoot) []string {
	return listed(one.Annotations[v1beta1constants.GardenerOperation], v1beta1constants.GardenerOperationsSeparator)
}

func askGeneration(input json.RawMessage) any {
	asked := read[struct {
		Shoot  shoot `json:"shoot"`
		Change struct {
			Version   *string `json:"version"`
			Hibernate *bool   `json:"hibernate"`
			Schedules *string `json:"schedules"`
			Operation *string `json:"operation"`
		} `json:"change"`
		RespectSyncPeriodOverwrite bool `json:"respectSyncPeriodOverwrite"`
	}](input)
	next := asked.Shoot.DeepCopy()
	switch change := asked.Change; {
	case change.Version != nil:
		next.Spec.Kubernetes.Version = *change.Version
	case change.Hibernate != nil:
		next.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: change.Hibernate}
	case change.Schedules != nil:
		next.Spec.Hibernation = ptr.To(ptr.Deref(next.Spec.Hibernation, gardencorev1beta1.Hibernation{}))
		next.Spec.Hibernation.Schedules = []gardencorev1beta1.HibernationSchedule{{Start: change.Schedules}}
	case change.Operation != nil:
		next.Annotations = map[string]string{}
		for key, value := range asked.Shoot.Annotations {
			next.Annotations[key] = value
		}
		next.Annotations[v1beta1constants.GardenerOperation] = *change.Operation
	}
	then := stored(next, &asked.Shoot)
	sees := predicate.GenerationChangedPredicate{}.Update(event.UpdateEvent{ObjectOld: &asked.Shoot, ObjectNew: then})
	config := settings{RespectSyncPeriodOverwrite: asked.RespectSyncPeriodOverwrite}
	left := operationOf(then)
	slices.Sort(left)
	return map[string]any{
		"generationGrows": then.Generation > asked.Shoot.Generation, "operationLeft": left, "gardenletSeesIt": sees,
		"gardenletWouldStart": sees && config.infos(nil, then, false).ShouldReconcileNow.Result,
	}
}

func askMaintenanceWake(input json.RawMessage) any {
	asked := read[change](input)
	seen := (&maintenance.Reconciler{}).ShootPredicate()
	return map[string]any{
		"checkedAtOnce":            seen.Update(event.UpdateEvent{ObjectOld: &asked.Old, ObjectNew: &asked.New}),
		"checkedAtControllerStart": seen.Create(event.CreateEvent{Object: &asked.New}),
	}
}

func askMaintenance(input json.RawMessage) any {
	asked := read[struct {
		Shoot        shoot                          `json:"shoot"`
		CloudProfile gardencorev1beta1.CloudProfile `json:"cloudProfile"`
		Gardenlet    settings                       `json:"gardenlet"`
	}](input)
	runs := false
	garden := gardenOf(interceptor.Funcs{Update: func(ctx context.Context, garden client.WithWatch, object client.Object, options ...client.UpdateOption) error {
		if len(options) > 0 {
			return nil // a dry run: admission is left out
		}
		runs = true
		next := stored(object.(*shoot), after(garden, &asked.Shoot))
		if err := garden.Update(ctx, next); err != nil {
			return err
		}
		next.DeepCopyInto(object.(*shoot))
		return nil
	}}, &asked.Shoot, &asked.CloudProfile)
	reconciler := maintenance.Reconciler{Client: garden, Clock: now, Recorder: &events.FakeRecorder{},
		Config: controllermanagerconfigv1alpha1.ShootMaintenanceControllerConfiguration{EnableShootControlPlaneRestarter: ptr.To(true)}}
	_, err := reconciler.Reconcile(quiet, requestFor(&asked.Shoot))
	then := after(garden, &asked.Shoot)
	operations, tasks := operationOf(then), listed(then.Annotations[v1beta1constants.ShootTasks], ",")
	slices.Sort(operations)
	slices.Sort(tasks)
	told := map[string]any{
		"runs": runs, "error": err != nil, "kubernetes": then.Spec.Kubernetes.Version, "image": imageOf(then), "generationGrows": then.Generation > asked.Shoot.Generation,
		"operation": operations, "tasks": tasks, "lastMaintenance": nil, "needsRetryLeft": then.Annotations[v1beta1constants.FailedShootNeedsRetryOperation],
		"gardenlet": map[string]bool{"before": asked.Gardenlet.infos(nil, &asked.Shoot, false).ShouldReconcileNow.Result, "after": asked.Gardenlet.infos(nil, then, false).ShouldReconcileNow.Result},
	}
	if last := then.Status.LastMaintenance; last != nil {
		reason := any(nil)
		if last.FailureReason != nil {
			// The parts of a report stand in a random order.
			parts := strings.Split(*last.FailureReason, ", ")
			slices.Sort(parts)
			reason = strings.Join(parts, ", ")
		}
		told["lastMaintenance"] = map[string]any{"state": last.State, "now": last.TriggeredTime.Time.Equal(now.Now()), "failureReason": reason}
	}
	return told
}

func imageOf(one *shoot) any {
	for _, pool := range one.Spec.Provider.Workers {
		return textOrNull(valueOf(pool.Machine.Image.Version))
	}
	return nil
}

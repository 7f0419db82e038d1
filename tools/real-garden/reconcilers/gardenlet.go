package reconcilers

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"
	_ "unsafe" // for go:linkname

	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardenletconfigv1alpha1 "github.com/gardener/gardener/pkg/apis/config/gardenlet/v1alpha1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	operationsv1alpha1 "github.com/gardener/gardener/pkg/apis/operations/v1alpha1"
	"github.com/gardener/gardener/pkg/apis/utils/timewindow"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	fakekubernetes "github.com/gardener/gardener/pkg/client/kubernetes/fake"
	"github.com/gardener/gardener/pkg/gardenlet/controller/shoot/care"
	gardenlet "github.com/gardener/gardener/pkg/gardenlet/controller/shoot/shoot"
	shoothelper "github.com/gardener/gardener/pkg/gardenlet/controller/shoot/shoot/helper"
	operationshoot "github.com/gardener/gardener/pkg/gardenlet/operation/shoot"
)

//go:linkname patchError github.com/gardener/gardener/pkg/gardenlet/controller/shoot/shoot.(*Reconciler).patchShootStatusOperationError
func patchError(reconciler *gardenlet.Reconciler, ctx context.Context, shoot *gardencorev1beta1.Shoot, description string, operation gardencorev1beta1.LastOperationType, forceRetry bool, lastErrors ...gardencorev1beta1.LastError) error

//go:linkname patchSuccess github.com/gardener/gardener/pkg/gardenlet/controller/shoot/shoot.(*Reconciler).patchShootStatusOperationSuccess
func patchSuccess(reconciler *gardenlet.Reconciler, ctx context.Context, shoot *gardencorev1beta1.Shoot, operation gardencorev1beta1.LastOperationType) error

// settings are the part of gardenlet's configuration that decides when it begins.
type settings struct {
	ReconcileInMaintenanceOnly bool            `json:"reconcileInMaintenanceOnly"`
	RespectSyncPeriodOverwrite bool            `json:"respectSyncPeriodOverwrite"`
	RetryDuration              metav1.Duration `json:"retryDuration"`
	SyncPeriod                 metav1.Duration `json:"syncPeriod"`
}

func (s settings) config() gardenletconfigv1alpha1.ShootControllerConfiguration {
	return gardenletconfigv1alpha1.ShootControllerConfiguration{ReconcileInMaintenanceOnly: &s.ReconcileInMaintenanceOnly,
		RespectSyncPeriodOverwrite: &s.RespectSyncPeriodOverwrite, RetryDuration: &s.RetryDuration, SyncPeriod: &s.SyncPeriod}
}

// infos are what gardenlet concludes, with the first or the last moment of each chance.
func (s settings) infos(seed *gardencorev1beta1.Seed, one *shoot, last bool) shoothelper.ControllerInfos {
	timewindow.RandomFunc = func(from, to int64) int64 {
		if last {
			return to
		}
		return from
	}
	return shoothelper.CalculateControllerInfos(seed, one, now, s.config())
}

const ownSeed = "own-seed"

// reconcilerOf is the gardenlet of the Seed own-seed.
func (s settings) reconcilerOf(garden client.Client) *gardenlet.Reconciler {
	seed := fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).Build()
	return &gardenlet.Reconciler{
		GardenClient: garden, SeedClientSet: fakekubernetes.NewClientSetBuilder().WithClient(seed).Build(), Clock: now, Recorder: &events.FakeRecorder{},
		Identity: &gardencorev1beta1.Gardener{ID: "g", Name: "gardenlet-0", Version: release()},
		Config: gardenletconfigv1alpha1.GardenletConfiguration{
			SeedConfig:  &gardenletconfigv1alpha1.SeedConfig{SeedTemplate: gardencorev1beta1.SeedTemplate{ObjectMeta: metav1.ObjectMeta{Name: ownSeed}}},
			Controllers: &gardenletconfigv1alpha1.GardenletControllerConfiguration{Shoot: ptr.To(s.config())},
		},
	}
}

func askReconcile(input json.RawMessage) any {
	asked := read[struct {
		Shoot     shoot                  `json:"shoot"`
		Seed      gardencorev1beta1.Seed `json:"seed"`
		Gardenlet settings               `json:"gardenlet"`
	}](input)
	first, last := asked.Gardenlet.infos(&asked.Seed, &asked.Shoot, false), asked.Gardenlet.infos(&asked.Seed, &asked.Shoot, true)
	span := func(from, to time.Duration) any {
		return map[string]any{"from": text(now.Now().Add(from)), "to": text(now.Now().Add(to))}
	}
	told := map[string]any{
		"operation": first.OperationType, "now": first.ShouldReconcileNow.Result, "why": first.ShouldReconcileNow.Reason, "onlySyncs": first.ShouldOnlySyncClusterResource,
		"afterGardenletStart": span(first.EnqueueAfter, last.EnqueueAfter), "regularly": nil,
	}
	if last.RequeueAfter.RequeueAfter != 0 {
		told["regularly"] = span(first.RequeueAfter.RequeueAfter, last.RequeueAfter.RequeueAfter)
	}
	return told
}

// begins is what stands in the way of a flow: it would go on to clusters that are not there.
var begins = errors.New("the flow begins")

func askGardenlet(input json.RawMessage) any {
	asked := read[struct {
		Shoot     shoot                  `json:"shoot"`
		Seed      gardencorev1beta1.Seed `json:"seed"`
		Bastions  bool                   `json:"bastions"`
		Gardenlet settings               `json:"gardenlet"`
	}](input)
	objects := append(projectOf(&asked.Shoot), &asked.Shoot, &asked.Seed, &gardencorev1beta1.CloudProfile{ObjectMeta: metav1.ObjectMeta{Name: "local"}})
	if asked.Bastions {
		bastion := &operationsv1alpha1.Bastion{ObjectMeta: metav1.ObjectMeta{Namespace: asked.Shoot.Namespace, Name: "bastion"}}
		bastion.Spec.ShootRef.Name = asked.Shoot.Name
		objects = append(objects, bastion)
	}
	started := ""
	garden := gardenOf(interceptor.Funcs{SubResourceUpdate: func(_ context.Context, _ client.Client, _ string, object client.Object, _ ...client.SubResourceUpdateOption) error {
		started = string(object.(*shoot).Status.LastOperation.Type)
		return begins
	}}, objects...)
	result, err := asked.Gardenlet.reconcilerOf(garden).Reconcile(quiet, requestFor(&asked.Shoot))
	if started != "" {
		return map[string]any{"outcome": "starts", "operation": started, "state": nil, "checksAgain": nil}
	}
	then := after(garden, &asked.Shoot)
	if then == nil || len(then.Finalizers) < len(asked.Shoot.Finalizers) {
		// What it wrote before it let go.
		return map[string]any{"outcome": "gone", "operation": "Delete", "state": "Succeeded", "checksAgain": nil}
	}
	told := map[string]any{"outcome": outcomeOf(result.RequeueAfter, err, then, &asked.Shoot, asked.Bastions), "operation": nil, "state": nil, "checksAgain": nil}
	if last := then.Status.LastOperation; last != nil {
		told["operation"], told["state"] = textOrNull(string(last.Type)), last.State
	}
	if (told["outcome"] == "nothing" || told["outcome"] == "pending") && result.RequeueAfter != 0 {
		told["checksAgain"] = true
	}
	return told
}

func outcomeOf(again time.Duration, err error, then, before *shoot, bastions bool) string {
	words := ""
	if err != nil {
		words = err.Error()
	}
	switch {
	case strings.HasPrefix(words, "waiting for confirmation that destination Seed"):
		return "waits-for-migration-check"
	case strings.HasPrefix(words, "destination Seed is not available"):
		return "waits-for-destination-seed"
	case strings.HasPrefix(words, "shoot has still Bastions"), bastions && then.DeletionTimestamp != nil && again == 15*time.Second:
		return "waits-for-bastions"
	case err != nil:
		panic(err)
	case again == 15*time.Second:
		return "waits-for-seed"
	case before.Status.LastOperation == nil && then.Status.LastOperation != nil:
		return "pending"
	}
	return "nothing"
}

func askError(input json.RawMessage) any {
	asked := read[struct {
		Shoot         shoot                               `json:"shoot"`
		Operation     gardencorev1beta1.LastOperationType `json:"operation"`
		LastErrors    []gardencorev1beta1.LastError       `json:"lastErrors"`
		RetryDuration metav1.Duration                     `json:"retryDuration"`
	}](input)
	garden := gardenOf(interceptor.Funcs{}, &asked.Shoot)
	one := after(garden, &asked.Shoot)
	must(one, patchError(settings{RetryDuration: asked.RetryDuration}.reconcilerOf(garden), quiet, one, "went wrong.", asked.Operation, false, asked.LastErrors...))
	last := after(garden, one).Status.LastOperation
	return map[string]any{"state": last.State, "retriedByItself": strings.HasSuffix(last.Description, " Operation will be retried.")}
}

func askSuccess(input json.RawMessage) any {
	asked := read[struct {
		Shoot     shoot                               `json:"shoot"`
		Operation gardencorev1beta1.LastOperationType `json:"operation"`
	}](input)
	garden := gardenOf(interceptor.Funcs{}, &asked.Shoot)
	one := after(garden, &asked.Shoot)
	must(one, patchSuccess(settings{}.reconcilerOf(garden), quiet, one, asked.Operation))
	status := after(garden, one).Status
	return map[string]any{
		"state": status.LastOperation.State, "seedName": textOrNull(valueOf(status.SeedName)), "hibernated": status.IsHibernated, "lastErrors": len(status.LastErrors),
		"conditions": statuses(asked.Shoot.Status.Conditions, status.Conditions), "constraints": statuses(asked.Shoot.Status.Constraints, status.Constraints),
	}
}

func askCondition(input json.RawMessage) any {
	asked := read[struct {
		Condition gardencorev1beta1.Condition `json:"condition"`
		Found     struct {
			Reason  string `json:"reason"`
			Message string `json:"message"`
		} `json:"found"`
		Thresholds map[gardencorev1beta1.ConditionType]metav1.Duration `json:"conditionThresholds"`
		Status     gardencorev1beta1.ShootStatus                       `json:"status"`
	}](input)
	thresholds := map[gardencorev1beta1.ConditionType]time.Duration{}
	for kind, threshold := range asked.Thresholds {
		thresholds[kind] = threshold.Duration
	}
	last := asked.Status.LastOperation
	failed := helper.FailedCondition(now, last, thresholds, asked.Condition, asked.Found.Reason, asked.Found.Message)
	shown := care.PardonConditions(now, []gardencorev1beta1.Condition{failed}, last, asked.Status.LastErrors)[0]
	return map[string]any{"status": shown.Status, "reason": shown.Reason, "lastTransitionTime": text(shown.LastTransitionTime.Time)}
}

func askConstraints(input json.RawMessage) any {
	asked := read[struct {
		Shoot     shoot  `json:"shoot"`
		APIServer string `json:"apiServer"`
	}](input)
	cluster := func() (kubernetes.Interface, bool, error) {
		switch asked.APIServer {
		case "runs":
			empty := fakeclient.NewClientBuilder().WithScheme(kubernetes.ShootScheme).Build()
			return fakekubernetes.NewClientSetBuilder().WithClient(empty).Build(), true, nil
		case "does not run":
			return nil, false, nil
		}
		return nil, false, errors.New("cannot be asked")
	}
	operated := &operationshoot.Shoot{ControlPlaneNamespace: "shoot--dev--one", HibernationEnabled: helper.HibernationIsEnabled(&asked.Shoot), IsWorkerless: helper.IsWorkerless(&asked.Shoot)}
	operated.SetInfo(&asked.Shoot)
	seed := fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).Build()
	told := map[string]string{}
	for _, one := range care.NewConstraint(logr.Discard(), operated, seed, cluster, now).Check(quiet, care.NewShootConstraints(now, &asked.Shoot)) {
		told[string(one.Type)] = string(one.Status) + " " + one.Reason
	}
	return map[string]any{"constraints": told}
}

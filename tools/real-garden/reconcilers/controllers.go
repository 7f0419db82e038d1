package reconcilers

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	controllermanagerconfigv1alpha1 "github.com/gardener/gardener/pkg/apis/config/controllermanager/v1alpha1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	securityv1alpha1 "github.com/gardener/gardener/pkg/apis/security/v1alpha1"
	"github.com/gardener/gardener/pkg/controllermanager/controller/gardenletlifecycle"
	"github.com/gardener/gardener/pkg/controllermanager/controller/shoot/migration"
	"github.com/gardener/gardener/pkg/controllermanager/controller/shoot/quota"
	"github.com/gardener/gardener/pkg/controllermanager/controller/shoot/retry"
	"github.com/gardener/gardener/pkg/controllermanager/controller/shoot/statuslabel"
)

func askLifetime(input json.RawMessage) any {
	asked := read[struct {
		Shoot            shoot                         `json:"shoot"`
		Quotas           []gardencorev1beta1.QuotaSpec `json:"quotas"`
		LastQuotaMissing bool                          `json:"lastQuotaMissing"`
	}](input)
	objects := []client.Object{&asked.Shoot}
	named := []corev1.ObjectReference{}
	for number, spec := range asked.Quotas {
		name := fmt.Sprintf("quota-%d", number)
		named = append(named, corev1.ObjectReference{Namespace: "garden", Name: name})
		if number < len(asked.Quotas)-1 || !asked.LastQuotaMissing {
			objects = append(objects, &gardencorev1beta1.Quota{ObjectMeta: metav1.ObjectMeta{Namespace: "garden", Name: name}, Spec: spec})
		}
	}
	meta := metav1.ObjectMeta{Namespace: asked.Shoot.Namespace, Name: "binding"}
	objects = append(objects, &gardencorev1beta1.SecretBinding{ObjectMeta: meta, Quotas: named}, &securityv1alpha1.CredentialsBinding{ObjectMeta: meta, Quotas: named})
	deletes := false
	garden := gardenOf(interceptor.Funcs{Delete: func(ctx context.Context, garden client.WithWatch, object client.Object, options ...client.DeleteOption) error {
		deletes = true
		return garden.Delete(ctx, object, options...)
	}}, objects...)
	reconciler := quota.Reconciler{Client: garden, Clock: now, Config: controllermanagerconfigv1alpha1.ShootQuotaControllerConfiguration{SyncPeriod: &metav1.Duration{Duration: time.Hour}}}
	result, err := reconciler.Reconcile(quiet, requestFor(&asked.Shoot))
	expires := any(nil)
	if then := after(garden, &asked.Shoot); then != nil {
		if at, there := then.Annotations[v1beta1constants.ShootExpirationTimestamp]; there {
			expires = at
		}
	}
	return map[string]any{"deletes": deletes, "expires": expires, "checksAgainAfter": wait(result), "error": err != nil}
}

func askRetry(input json.RawMessage) any {
	asked := read[struct {
		Shoot  shoot           `json:"shoot"`
		Period metav1.Duration `json:"retryPeriod"`
		Jitter metav1.Duration `json:"retryJitterPeriod"`
	}](input)
	garden := gardenOf(interceptor.Funcs{}, &asked.Shoot)
	// No controller looks at the very moment.
	time.Sleep(time.Microsecond)
	reconciler := retry.Reconciler{Client: garden, Config: controllermanagerconfigv1alpha1.ShootRetryControllerConfiguration{RetryPeriod: &asked.Period}}
	result := must(reconciler.Reconcile(quiet, requestFor(&asked.Shoot)))
	told := map[string]any{"retriesNow": after(garden, &asked.Shoot).Annotations[v1beta1constants.GardenerOperation] == v1beta1constants.ShootOperationRetry, "retriesAt": nil}
	if result.RequeueAfter != 0 {
		// A tie goes down.
		told["retriesAt"] = text(now.Now().Add(result.RequeueAfter - time.Nanosecond).Round(10 * time.Second))
		told["orUpTo"] = asked.Jitter.Duration.String() + " later"
	}
	return told
}

func askLabel(input json.RawMessage) any {
	asked := read[struct {
		Shoot shoot `json:"shoot"`
	}](input)
	garden := gardenOf(interceptor.Funcs{}, &asked.Shoot)
	must((&statuslabel.Reconciler{Client: garden}).Reconcile(quiet, requestFor(&asked.Shoot)))
	return map[string]any{"label": after(garden, &asked.Shoot).Labels[v1beta1constants.ShootStatus]}
}

// statuses are conditions by their types: the status, and the reason where it is not what it was.
func statuses(before, then []gardencorev1beta1.Condition) map[string]string {
	told := map[string]string{}
	for _, one := range then {
		words := string(one.Status)
		if old := helper.GetCondition(before, one.Type); old == nil || old.Reason != one.Reason {
			words += " " + one.Reason
		}
		told[string(one.Type)] = words
	}
	return told
}

func askSilentGardenlet(input json.RawMessage) any {
	asked := read[struct {
		Seed         gardencorev1beta1.Seed `json:"seed"`
		Shoot        shoot                  `json:"shoot"`
		LeaseRenewed *time.Time             `json:"leaseRenewed"`
	}](input)
	objects := []client.Object{&asked.Seed, &asked.Shoot}
	if asked.LeaseRenewed != nil {
		objects = append(objects, &coordinationv1.Lease{ObjectMeta: metav1.ObjectMeta{Namespace: "gardener-system-seed-lease", Name: asked.Seed.Name},
			Spec: coordinationv1.LeaseSpec{RenewTime: &metav1.MicroTime{Time: *asked.LeaseRenewed}}})
	}
	garden := gardenOf(interceptor.Funcs{}, objects...)
	config := controllermanagerconfigv1alpha1.SeedControllerConfiguration{}
	controllermanagerconfigv1alpha1.SetDefaults_SeedControllerConfiguration(&config)
	reconciler := gardenletlifecycle.Reconciler{Client: garden, Clock: now, LeaseNamespace: "gardener-system-seed-lease", Config: config}
	request := gardenletlifecycle.Request{Request: requestFor(&asked.Seed)}
	must(reconciler.Reconcile(quiet, request))
	seed := &gardencorev1beta1.Seed{}
	must(seed, garden.Get(quiet, client.ObjectKeyFromObject(&asked.Seed), seed))
	then := after(garden, &asked.Shoot)
	told := map[string]any{"gardenletReady": nil, "conditions": statuses(asked.Shoot.Status.Conditions, then.Status.Conditions), "constraints": statuses(asked.Shoot.Status.Constraints, then.Status.Constraints)}
	if ready := helper.GetCondition(seed.Status.Conditions, gardencorev1beta1.GardenletReady); ready != nil {
		told["gardenletReady"] = ready.Status
	}
	return told
}

func askMigration(input json.RawMessage) any {
	asked := read[struct {
		Shoot       shoot                  `json:"shoot"`
		Source      gardencorev1beta1.Seed `json:"source"`
		Destination gardencorev1beta1.Seed `json:"destination"`
	}](input)
	garden := gardenOf(interceptor.Funcs{}, &asked.Shoot, &asked.Source, &asked.Destination)
	result := must((&migration.Reconciler{Client: garden}).Reconcile(quiet, requestFor(&asked.Shoot)))
	told := map[string]any{"readyForMigration": nil, "checksAgainAfter": wait(result)}
	if ready := helper.GetCondition(after(garden, &asked.Shoot).Status.Constraints, gardencorev1beta1.ShootReadyForMigration); ready != nil {
		told["readyForMigration"] = map[string]any{"status": ready.Status, "reason": ready.Reason}
	}
	return told
}

package main

import (
	"context"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/gardener/gardener/pkg/api"
	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/apiserver/registry/core/shoot"
)

const operationAnnotation = "gardener.cloud/operation"

var operations = []string{
	"reconcile", "reconcile", "retry", "retry", "maintain", "force-in-place-update", "rollout-workers=*", "rollout-workers=first",
	"rollout-workers=unknown", "rotate-rollout-workers=first", "rotate-rollout-workers=first,second", "rotate-rollout-workers=*",
	"rotate-credentials-start", "rotate-credentials-start-without-workers-rollout", "rotate-credentials-complete",
	"rotate-ca-start", "rotate-ca-start-without-workers-rollout", "rotate-ca-complete",
	"rotate-serviceaccount-key-start", "rotate-serviceaccount-key-start-without-workers-rollout", "rotate-serviceaccount-key-complete",
	"rotate-etcd-encryption-key", "rotate-etcd-encryption-key-start", "rotate-etcd-encryption-key-complete",
	"rotate-observability-credentials", "rotate-ssh-keypair", "rotate-kubeconfig-credentials", "Reconcile", "rotate-everything",
}

func drawPhase(random *rand.Rand) gardencorev1beta1.CredentialsRotationPhase {
	return pick[gardencorev1beta1.CredentialsRotationPhase](random, "", "Preparing", "PreparingWithoutWorkersRollout", "WaitingForWorkersRollout", "Prepared", "Prepared", "Completing", "Completed")
}

func drawLastOperation(random *rand.Rand) *gardencorev1beta1.LastOperation {
	if random.Intn(8) == 0 {
		return nil
	}
	return &gardencorev1beta1.LastOperation{
		Type:  pick(random, gardencorev1beta1.LastOperationTypeCreate, gardencorev1beta1.LastOperationTypeReconcile, gardencorev1beta1.LastOperationTypeReconcile, gardencorev1beta1.LastOperationTypeDelete),
		State: pick(random, gardencorev1beta1.LastOperationStateSucceeded, gardencorev1beta1.LastOperationStateSucceeded, gardencorev1beta1.LastOperationStateFailed, gardencorev1beta1.LastOperationStateError, gardencorev1beta1.LastOperationStateProcessing),
	}
}

func drawRotation(random *rand.Rand) *gardencorev1beta1.ShootCredentials {
	if random.Intn(3) == 0 {
		return nil
	}
	rotation := &gardencorev1beta1.ShootCredentialsRotation{}
	if random.Intn(3) != 0 {
		rotation.CertificateAuthorities = &gardencorev1beta1.CARotation{Phase: drawPhase(random)}
	}
	if random.Intn(3) != 0 {
		rotation.ServiceAccountKey = &gardencorev1beta1.ServiceAccountKeyRotation{Phase: drawPhase(random)}
	}
	if random.Intn(3) != 0 {
		rotation.ETCDEncryptionKey = &gardencorev1beta1.ETCDEncryptionKeyRotation{Phase: drawPhase(random)}
	}
	return &gardencorev1beta1.ShootCredentials{Rotation: rotation}
}

// drawShoot makes a cluster that is as it may be when somebody asks something of it.
func drawShoot(random *rand.Rand) *gardencorev1beta1.Shoot {
	drawn := &gardencorev1beta1.Shoot{
		ObjectMeta: metav1.ObjectMeta{Name: "one", Namespace: "garden-own", Generation: 1},
		Spec: gardencorev1beta1.ShootSpec{
			Kubernetes: gardencorev1beta1.Kubernetes{Version: pick(random, "1.33.2", "1.34.1")},
			Provider:   gardencorev1beta1.Provider{Type: "local"},
		},
		Status: gardencorev1beta1.ShootStatus{LastOperation: drawLastOperation(random), Credentials: drawRotation(random)},
	}
	for _, name := range []string{"first", "second"}[:random.Intn(3)] {
		strategy := pick(random, gardencorev1beta1.AutoRollingUpdate, gardencorev1beta1.AutoRollingUpdate, gardencorev1beta1.ManualInPlaceUpdate)
		drawn.Spec.Provider.Workers = append(drawn.Spec.Provider.Workers, gardencorev1beta1.Worker{Name: name, UpdateStrategy: &strategy})
	}
	if random.Intn(6) == 0 {
		asleep := true
		drawn.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: &asleep}
		drawn.Status.IsHibernated = random.Intn(2) == 0
	}
	if random.Intn(10) == 0 {
		asked := metav1.Time{Time: time.Now().UTC().Truncate(time.Hour)}
		drawn.DeletionTimestamp = &asked
	}
	if random.Intn(6) == 0 {
		drawn.Annotations = map[string]string{operationAnnotation: operations[random.Intn(len(operations))]}
	}
	return drawn
}

func coreOf(given *gardencorev1beta1.Shoot) *core.Shoot {
	converted := &core.Shoot{}
	if err := api.Scheme.Convert(given.DeepCopy(), converted, nil); err != nil {
		panic(err)
	}
	return converted
}

// drawShootUpdate makes a case whose answer is always the same: the API server puts several operations in any order, and
// some answers depend on it.
func drawShootUpdate(random *rand.Rand) (any, any) {
	for {
		input, answers := drawOperations(random)
		if !slices.ContainsFunc(answers, func(other any) bool { return !reflect.DeepEqual(other, answers[0]) }) {
			return input, answers[0]
		}
	}
}

const times = 40

func drawOperations(random *rand.Rand) (any, []any) {
	given := drawShoot(random)
	asked := []string{}
	for range 1 + random.Intn(3)*random.Intn(2) {
		asked = append(asked, operations[random.Intn(len(operations))])
	}
	value := strings.Join(asked, ";")
	input := map[string]any{"shoot": given, "setAnnotations": map[string]string{operationAnnotation: value}}
	answers := []any{updateOf(given, value)}
	for range times * (len(asked) - 1) {
		answers = append(answers, updateOf(given, value))
	}
	return input, answers
}

// updateOf writes the annotation as the API server does.
func updateOf(given *gardencorev1beta1.Shoot, value string) any {
	before, after := coreOf(given), coreOf(given)
	if after.Annotations == nil {
		after.Annotations = map[string]string{}
	}
	after.Annotations[operationAnnotation] = value
	strategy := shoot.NewStrategy(0)
	strategy.PrepareForUpdate(context.Background(), after, before)
	errors := []map[string]any{}
	for _, err := range below(strategy.ValidateUpdate(context.Background(), after, before), "metadata.annotations") {
		errors = append(errors, map[string]any{"type": strings.TrimPrefix(string(err.Type), "FieldValue"), "field": err.Field})
	}
	if len(errors) > 0 {
		return map[string]any{"accepted": false, "errors": errors}
	}
	var left []string
	if text, found := after.Annotations[operationAnnotation]; found {
		left = strings.Split(text, ";")
		slices.Sort(left)
	}
	return map[string]any{"accepted": true, "generationDelta": after.Generation - before.Generation, "operationsAfter": left}
}

package main

import (
	"math/rand"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	utilfeature "k8s.io/apiserver/pkg/util/feature"

	"github.com/gardener/gardener/pkg/api/core/validation"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/features"
)

var strategyRules = []rule{
	{field.ErrorTypeInvalid, "from AutoRollingUpdate to", "ROLLING_TO_IN_PLACE"},
	{field.ErrorTypeInvalid, "to AutoRollingUpdate", "IN_PLACE_TO_ROLLING"},
	{field.ErrorTypeInvalid, "feature gate is disabled", "IN_PLACE_GATE_DISABLED"},
	{field.ErrorTypeInvalid, "cannot be changed if update strategy", "IN_PLACE_IMMUTABLE"},
	{field.ErrorTypeForbidden, "downgrade is not supported", "IMAGE_DOWNGRADE_IN_PLACE"},
	{field.ErrorTypeInvalid, "because it is unset", "IMAGE_VERSION_UNSET"},
}

// drawPool makes a pool as the API server stores it: its image has a version, and its strategy and its runtime a name.
func drawPool(random *rand.Rand) gardencorev1beta1.Worker {
	strategy := pick(random, gardencorev1beta1.AutoRollingUpdate, gardencorev1beta1.AutoInPlaceUpdate, gardencorev1beta1.AutoInPlaceUpdate, gardencorev1beta1.ManualInPlaceUpdate)
	version := pick(random, "1.0.0", "1.0.0", "1.1.0", "1.0", "1.10.0", "2.0.0-rc.1")
	pool := gardencorev1beta1.Worker{
		Name:           "pool",
		UpdateStrategy: &strategy,
		CRI:            &gardencorev1beta1.CRI{Name: pick[gardencorev1beta1.CRIName](random, "containerd", "containerd", "containerd", "other")},
		Machine: gardencorev1beta1.Machine{
			Type:  pick(random, "m1", "m1", "m1", "m2"),
			Image: &gardencorev1beta1.ShootMachineImage{Name: pick(random, "gl", "gl", "gl", "suse"), Version: &version},
		},
	}
	if random.Intn(3) != 0 {
		pool.Volume = &gardencorev1beta1.Volume{VolumeSize: pick(random, "50Gi", "50Gi", "51200Mi")}
		if kind := pick(random, "ssd", "ssd", ""); kind != "" {
			pool.Volume.Type = &kind
		}
		if random.Intn(4) == 0 {
			encrypted := random.Intn(2) == 0
			pool.Volume.Encrypted = &encrypted
		}
	}
	return pool
}

// setInPlace switches Gardener's gate, which is off by default.
func setInPlace(on bool) {
	must(on, utilfeature.DefaultMutableFeatureGate.SetFromMap(map[string]bool{string(features.InPlaceNodeUpdates): on}))
}

func drawStrategy(random *rand.Rand) (any, any) {
	on := random.Intn(4) != 0
	setInPlace(on)
	defer setInPlace(false)
	other := gardencorev1beta1.Worker{Name: "other", Machine: gardencorev1beta1.Machine{Type: "m1"}}
	specOf := func(pools ...gardencorev1beta1.Worker) *gardencorev1beta1.Shoot {
		return &gardencorev1beta1.Shoot{Spec: gardencorev1beta1.ShootSpec{
			Kubernetes: gardencorev1beta1.Kubernetes{Version: "1.34.1"},
			Provider:   gardencorev1beta1.Provider{Type: "local", Workers: append(pools, other)},
		}}
	}
	after := drawPool(random)
	input := map[string]any{"oldPool": nil, "newPool": after, "gates": map[string]bool{string(features.InPlaceNodeUpdates): on}}
	old, next := specOf(), specOf(after)
	if random.Intn(4) != 0 {
		before := drawPool(random)
		input["oldPool"] = before
		old = specOf(before)
	}
	errors := validation.ValidateShootSpecUpdate(&coreOf(next).Spec, &coreOf(old).Spec, metav1.ObjectMeta{}, field.NewPath("spec"))
	return input, read(below(errors, poolPath), poolPath, strategyRules)
}

const poolPath = "spec.provider.workers[0]."

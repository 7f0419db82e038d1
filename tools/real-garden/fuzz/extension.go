package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"math/rand"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/gardener/gardener/pkg/api"
	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/apiserver/registry/core/cloudprofile"
	"github.com/gardener/gardener/pkg/apiserver/registry/core/namespacedcloudprofile"
	merging "github.com/gardener/gardener/pkg/controllermanager/controller/namespacedcloudprofile"
)

// extensionText has the values that are tried in a NamespacedCloudProfile.
//
//go:embed extension.json
var extensionText []byte

var extensionTable = readTable(extensionText)

const baseExtension = `{"metadata": {"name": "own", "namespace": "garden-own"}, "spec": {
  "parent": {"kind": "CloudProfile", "name": "parent"},
  "machineImages": [{"name": "own", "updateStrategy": "major", "versions": [{"version": "1.0.0", "architectures": ["amd64"], "cri": [{"name": "containerd"}]}]}],
  "machineTypes": [{"name": "own", "cpu": "1", "gpu": "0", "memory": "1Gi", "architecture": "amd64"}]
}}`

// drawExtension makes a profile that extends another, as the API server reads it. What it cannot read is no case.
func drawExtension(random *rand.Rand, changes int) (*gardencorev1beta1.NamespacedCloudProfile, any) {
	for {
		wanted := clone(json.RawMessage(baseExtension))
		for range changes {
			extensionTable.mutate(random, wanted, "spec.")
		}
		read := &gardencorev1beta1.NamespacedCloudProfile{}
		if err := json.Unmarshal(must(json.Marshal(wanted)), read); err != nil {
			continue
		}
		api.Scheme.Default(read)
		return read, wanted.(object)["spec"]
	}
}

func coreExtensionOf(profile *gardencorev1beta1.NamespacedCloudProfile) *core.NamespacedCloudProfile {
	converted := &core.NamespacedCloudProfile{}
	convert(profile, converted)
	return converted
}

// drawExtensionOf changes one to four fields of a NamespacedCloudProfile, or makes a new one with them.
func drawExtensionOf(random *rand.Rand) (any, any) {
	setGate(true)
	offer, _ := storedProfile(drawOfferBase(random))
	stored := coreProfileOf(offer)
	cloudprofile.Strategy.Canonicalize(stored)
	for _, version := range []string{"1.33.1", "1.33.2"} {
		stored.Spec.Kubernetes.Versions = append(stored.Spec.Kubernetes.Versions, core.ExpirableVersion{Version: version})
	}
	parent := &gardencorev1beta1.CloudProfile{}
	convert(stored, parent)
	parent.Name = parentName
	after, told := drawExtension(random, 1+random.Intn(4))
	input := object{"parent": parent.Spec, "after": told, "before": nil, "now": now()}
	var before runtime.Object
	if random.Intn(2) == 0 {
		old, toldOld := drawExtension(random, random.Intn(3))
		old.Spec.Parent = after.Spec.Parent
		merging.MergeCloudProfiles(old, parent.DeepCopy())
		before = coreExtensionOf(old)
		input["before"] = object{"spec": toldOld, "status": old.Status}
	}
	return input, judgeExtension(after, before, parent)
}

func judgeExtension(after *gardencorev1beta1.NamespacedCloudProfile, before runtime.Object, parent *gardencorev1beta1.CloudProfile) any {
	next := coreExtensionOf(after)
	var static field.ErrorList
	if before == nil {
		namespacedcloudprofile.Strategy.PrepareForCreate(context.Background(), next)
		static = namespacedcloudprofile.Strategy.Validate(context.Background(), next)
	} else {
		namespacedcloudprofile.Strategy.PrepareForUpdate(context.Background(), next, before)
		static = namespacedcloudprofile.Strategy.ValidateUpdate(context.Background(), next, before)
	}
	if found := places(below(static, "spec")); len(found) > 0 {
		return object{"errors": found}
	}
	if found := fieldsIn(validateOverrides(next, before, parent.DeepCopy())); len(found) > 0 {
		return object{"errors": found}
	}
	merging.MergeCloudProfiles(after, parent.DeepCopy())
	merged := &core.CloudProfile{}
	convert(&after.Status.CloudProfileSpec, &merged.Spec)
	return object{"errors": []string{}, "merged": toldOf(merged)}
}

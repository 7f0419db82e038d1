package main

import (
	"context"
	"math/rand"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/gardener/gardener/pkg/api/core/validation"
	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/apiserver/registry/core/cloudprofile"
	"github.com/gardener/gardener/pkg/apiserver/registry/core/namespacedcloudprofile"
	"github.com/gardener/gardener/plugin/pkg/namespacedcloudprofile/validator"
)

func now() string {
	return time.Now().UTC().Format(time.RFC3339)
}

func drawProfileUpdate(random *rand.Rand) (any, any) {
	gates := drawGates(random)
	oldVersions, toldOld := drawVersions(random)
	newVersions, toldNew := drawVersions(random)
	profileOf := func(versions []core.ExpirableVersion) *core.CloudProfile {
		return &core.CloudProfile{Spec: core.CloudProfileSpec{Kubernetes: core.KubernetesSettings{Versions: versions}}}
	}
	errors := below(validation.ValidateCloudProfileUpdate(profileOf(newVersions), profileOf(oldVersions)), "spec.kubernetes")
	input := map[string]any{"oldVersions": toldOld, "newVersions": toldNew, "gates": gates, "now": now()}
	return input, readProfile(errors, profileRules)
}

func textsOf(versions []core.ExpirableVersion) []string {
	texts := []string{}
	for _, version := range versions {
		texts = append(texts, version.Version)
	}
	return texts
}

func drawCreation(random *rand.Rand) (any, any) {
	setGate(true)
	versions, told := drawVersions(random)
	image := core.MachineImage{Name: "gardenlinux"}
	toldImage := []map[string]any{}
	for range random.Intn(4) {
		version, one := drawImageVersion(random)
		image.Versions = append(image.Versions, version)
		toldImage = append(toldImage, one)
	}
	profile := &core.CloudProfile{Spec: core.CloudProfileSpec{
		Kubernetes:    core.KubernetesSettings{Versions: versions},
		MachineImages: []core.MachineImage{image},
	}}
	cloudprofile.Strategy.PrepareForCreate(context.Background(), profile)
	kept := []string{}
	for _, version := range profile.Spec.MachineImages[0].Versions {
		kept = append(kept, version.Version)
	}
	input := map[string]any{
		"kubernetes": told,
		"images":     []map[string]any{{"name": "gardenlinux", "versions": toldImage}},
		"now":        now(),
	}
	return input, map[string]any{
		"kubernetes": textsOf(profile.Spec.Kubernetes.Versions),
		"images":     map[string]any{"gardenlinux": kept},
	}
}

func overridesOf(versions []core.ExpirableVersion) *core.NamespacedCloudProfile {
	return &core.NamespacedCloudProfile{
		ObjectMeta: metav1.ObjectMeta{Name: "own", Namespace: "garden-own"},
		Spec: core.NamespacedCloudProfileSpec{
			Parent:     core.CloudProfileReference{Kind: "CloudProfile", Name: parentName},
			Kubernetes: &core.KubernetesSettings{Versions: versions},
		},
	}
}

func drawOverridesKept(random *rand.Rand) (any, any) {
	setGate(true)
	newVersions, toldNew := drawVersions(random)
	after := overridesOf(newVersions)
	input := map[string]any{"newVersions": toldNew, "oldVersions": nil, "now": now()}
	if random.Intn(2) == 0 {
		namespacedcloudprofile.Strategy.PrepareForCreate(context.Background(), after)
	} else {
		oldVersions, toldOld := drawVersions(random)
		input["oldVersions"] = toldOld
		namespacedcloudprofile.Strategy.PrepareForUpdate(context.Background(), after, overridesOf(oldVersions))
	}
	return input, map[string]any{"versions": textsOf(after.Spec.Kubernetes.Versions)}
}

const parentName = "parent"

// What the plugin says, in the order in which it looks.
var overrideRules = []struct{ words, code string }{
	{"does not exist in parent", "NOT_IN_PARENT"},
	{"does not set expiration date", "EXPIRATION_REQUIRED"},
	{"is in the past", "EXPIRATION_IN_PAST"},
	{"of latest kubernetes version", "MERGED_LATEST_EXPIRES"},
}

var ownOverrideRules = slices.Concat([]rule{
	{field.ErrorTypeForbidden, "must not provide a classification to a Kubernetes version in NamespacedCloudProfile", "CLASSIFICATION_FORBIDDEN"},
}, profileRules)

func drawOverrides(random *rand.Rand) (any, any) {
	setGate(true)
	parent := &gardencorev1beta1.CloudProfile{ObjectMeta: metav1.ObjectMeta{Name: parentName}}
	parents := []string{}
	for _, text := range []string{"1.33.0", "1.33.1", "1.34.0", "1.34.1"} {
		if random.Intn(4) != 0 {
			parents = append(parents, text)
			parent.Spec.Kubernetes.Versions = append(parent.Spec.Kubernetes.Versions, gardencorev1beta1.ExpirableVersion{Version: text})
		}
	}
	versions, told := []core.ExpirableVersion{}, []map[string]any{}
	for range 1 + random.Intn(2) {
		version, one := core.ExpirableVersion{Version: drawKubernetes(random)}, map[string]any{}
		one["version"] = version.Version
		if random.Intn(6) != 0 {
			ends := drawInstant(random)
			version.ExpirationDate = &ends
			one["expirationDate"] = ends.Format(time.RFC3339)
		}
		if random.Intn(12) == 0 {
			classification := drawClassification(random)
			version.Classification = &classification
			one["classification"] = classification
		}
		versions, told = append(versions, version), append(told, one)
	}
	after := overridesOf(versions)
	input := map[string]any{"operation": "create", "parentVersions": parents, "versions": told, "now": now()}
	var before runtime.Object
	if random.Intn(2) == 0 {
		merged, toldMerged := []core.ExpirableVersion{}, []map[string]any{}
		for _, text := range parents {
			if random.Intn(2) == 0 {
				ends := drawInstant(random)
				merged = append(merged, core.ExpirableVersion{Version: text, ExpirationDate: &ends})
				toldMerged = append(toldMerged, map[string]any{"version": text, "expirationDate": ends.Format(time.RFC3339)})
			}
		}
		old := overridesOf(nil)
		old.Status.CloudProfileSpec.Kubernetes.Versions = merged
		before, input["operation"], input["oldMerged"] = old, "update", toldMerged
	}
	codes := []string{}
	for _, one := range readProfile(below(validation.ValidateNamespacedCloudProfile(after), "spec.kubernetes"), ownOverrideRules).Errors {
		codes = append(codes, one.Code)
	}
	if len(codes) == 0 {
		if err := validateOverrides(after, before, parent); err != nil {
			codes = append(codes, overrideCode(err))
		}
	}
	return input, map[string]any{"errors": codes}
}

func overrideCode(err error) string {
	for _, one := range overrideRules {
		if strings.Contains(err.Error(), one.words) {
			return one.code
		}
	}
	return err.Error()
}

// validateOverrides asks the admission plugin, with the parent in its cache.
func validateOverrides(after *core.NamespacedCloudProfile, before runtime.Object, parent *gardencorev1beta1.CloudProfile) error {
	plugin := must(validator.New())
	plugin.AssignReadyFunc(ready)
	plugin.SetCoreInformerFactory(cacheOf(parent))
	return plugin.Validate(context.Background(), requestOf(after, before), nil)
}

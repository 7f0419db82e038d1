package main

import (
	"math/rand"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/gardener/gardener/pkg/api/core/validation"
	"github.com/gardener/gardener/pkg/apis/core"
)

var imageRules = slices.Concat([]rule{
	{field.ErrorTypeRequired, "must provide at least one machine image", "NO_IMAGES"},
	{field.ErrorTypeRequired, "must provide at least one version for", "NO_VERSIONS"},
	{field.ErrorTypeInvalid, "failed to determine latest", "LATEST_UNDETERMINED"},
	{field.ErrorTypeInvalid, "Use a semantic version", "VERSION_NOT_SEMVER"},
	{field.ErrorTypeInvalid, "cannot parse the kubeletVersionConstraint", "CONSTRAINT_UNREADABLE"},
}, profileRules)

// readImages tells by their place the errors whose words are alike.
func readImages(errors field.ErrorList) faults {
	found := readProfile(errors, imageRules)
	for number, err := range errors {
		one := &found.Errors[number]
		switch {
		case one.Code == "VERSION_DUPLICATE" && !strings.Contains(err.Field, ".versions["):
			one.Code = "IMAGE_DUPLICATE"
		case strings.HasSuffix(err.Field, ".updateStrategy"):
			one.Code = "UPDATE_STRATEGY_UNKNOWN"
		case strings.Contains(err.Field, ".architectures["):
			one.Code = "ARCHITECTURE_UNKNOWN"
		}
	}
	return found
}

// drawImageVersion makes a version with a runtime and an architecture, which the API server fills in before it looks.
func drawImageVersion(random *rand.Rand) (core.MachineImageVersion, map[string]any) {
	plain, told := drawVersion(random, pick(random, "1.0.0", "1.0.1", "1.1.0", "2.0.0", "2.0.0-rc.1", "1592.1.0", "a.b.c"))
	version := core.MachineImageVersion{
		ExpirableVersion: plain,
		CRI:              []core.CRI{{Name: core.CRINameContainerD}},
		Architectures:    []string{pick(random, "amd64", "amd64", "arm64", "riscv")},
	}
	told["cri"] = []map[string]any{{"name": "containerd"}}
	told["architectures"] = version.Architectures
	if random.Intn(6) == 0 {
		constraint := pick(random, ">= 1.31", "~1.33.0", "< 1.34, > 1.30", "=>1", "soon")
		version.KubeletVersionConstraint = &constraint
		told["kubeletVersionConstraint"] = constraint
	}
	if random.Intn(6) == 0 {
		least := pick(random, "1.0.0", "1.0", "v2", "first")
		version.InPlaceUpdates = &core.InPlaceUpdates{Supported: true, MinVersionForUpdate: &least}
		told["inPlaceUpdates"] = map[string]any{"supported": true, "minVersionForUpdate": least}
	}
	return version, told
}

func drawProfileImages(random *rand.Rand) (any, any) {
	gates := drawGates(random)
	profile := &core.CloudProfile{}
	told := []map[string]any{}
	for range random.Intn(3) {
		strategy := pick(random, core.UpdateStrategyMajor, core.UpdateStrategyMinor, core.UpdateStrategyPatch, core.UpdateStrategyMajor, "newest")
		image := core.MachineImage{Name: pick(random, "gardenlinux", "ubuntu", "suse-chost"), UpdateStrategy: &strategy}
		versions := []map[string]any{}
		for range random.Intn(4) {
			version, one := drawImageVersion(random)
			image.Versions = append(image.Versions, version)
			versions = append(versions, one)
		}
		profile.Spec.MachineImages = append(profile.Spec.MachineImages, image)
		told = append(told, map[string]any{"name": image.Name, "updateStrategy": strategy, "versions": versions})
	}
	own := below(validation.ValidateCloudProfile(profile), "spec.machineImages")
	input := map[string]any{"images": told, "gates": gates, "now": time.Now().UTC().Format(time.RFC3339)}
	return input, readImages(own)
}

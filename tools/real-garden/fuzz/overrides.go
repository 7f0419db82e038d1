package main

import (
	"math/rand"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
)

const imageParent = `{
  "metadata": {"name": "parent"},
  "spec": {
    "type": "local", "kubernetes": {"versions": [{"version": "1.34.1"}]},
    "machineImages": [{"name": "linux", "updateStrategy": "major", "versions": [
      {"version": "1.0.0", "architectures": ["amd64"], "cri": [{"name": "containerd"}]},
      {"version": "2.0.0", "architectures": ["amd64"], "cri": [{"name": "containerd"}]}]}],
    "machineTypes": [{"name": "large", "cpu": "4", "gpu": "0", "memory": "16Gi", "architecture": "amd64"}],
    "regions": [{"name": "here"}]
  }
}`

const capableParent = `{
  "metadata": {"name": "parent"},
  "spec": {
    "type": "local", "kubernetes": {"versions": [{"version": "1.34.1"}]},
    "machineCapabilities": [{"name": "architecture", "values": ["amd64", "arm64"]}],
    "machineImages": [{"name": "linux", "updateStrategy": "major", "versions": [
      {"version": "1.0.0", "architectures": ["amd64"], "capabilityFlavors": [{"architecture": ["amd64"]}], "cri": [{"name": "containerd"}]},
      {"version": "2.0.0", "architectures": ["amd64"], "capabilityFlavors": [{"architecture": ["amd64"]}], "cri": [{"name": "containerd"}]}]}],
    "machineTypes": [{"name": "large", "cpu": "4", "gpu": "0", "memory": "16Gi", "architecture": "amd64", "capabilities": {"architecture": ["amd64"]}}],
    "regions": [{"name": "here"}]
  }
}`

// drawOverrideVersion makes a version of an image. One that the parent lacks, or did, has all that a version needs.
func drawOverrideVersion(random *rand.Rand, inParent, isOwn bool) gardencorev1beta1.MachineImageVersion {
	version := gardencorev1beta1.MachineImageVersion{ExpirableVersion: gardencorev1beta1.ExpirableVersion{Version: "1.1.0"}}
	if inParent {
		version.Version = "1.0.0"
	}
	if random.Intn(3) != 0 {
		ends := drawInstant(random)
		version.ExpirationDate = &ends
	}
	if random.Intn(4) == 0 {
		classification := pick[gardencorev1beta1.VersionClassification](random, "preview", "supported", "deprecated")
		version.Classification = &classification
	}
	if isOwn || random.Intn(4) == 0 {
		version.CRI = []gardencorev1beta1.CRI{{Name: gardencorev1beta1.CRINameContainerD}}
	}
	if isOwn || random.Intn(4) == 0 {
		version.Architectures = []string{"amd64"}
	}
	if !isOwn && random.Intn(4) == 0 {
		version.CapabilityFlavors = []gardencorev1beta1.MachineImageFlavor{{Capabilities: gardencorev1beta1.Capabilities{"architecture": {"amd64"}}}}
	}
	if random.Intn(4) == 0 {
		constraint := ">= 1.31"
		version.KubeletVersionConstraint = &constraint
	}
	if random.Intn(4) == 0 {
		version.InPlaceUpdates = &gardencorev1beta1.InPlaceUpdates{Supported: random.Intn(2) == 0}
	}
	return version
}

// drawImageOverride writes one version of an image of the parent. An end that is over was merged before.
func drawImageOverride(random *rand.Rand) (any, any) {
	setGate(true)
	inParent, capable, known := random.Intn(4) != 0, random.Intn(3) == 0, random.Intn(4) == 0
	version := drawOverrideVersion(random, inParent, known || !inParent)
	profileWith := func(versions ...gardencorev1beta1.MachineImageVersion) *core.NamespacedCloudProfile {
		profile := overridesOf(nil)
		profile.Spec.Kubernetes = nil
		images := gardencorev1beta1.CloudProfileSpec{MachineImages: []gardencorev1beta1.MachineImage{{Name: "linux", Versions: versions}}}
		profile.Spec.MachineImages = asStored[core.CloudProfileSpec](images).MachineImages
		return profile
	}
	input := map[string]any{"version": version, "existsInParent": inParent, "alreadyInOldSpec": known, "parentHasCapabilities": capable}
	var before runtime.Object
	if known || random.Intn(2) == 0 {
		old := profileWith()
		if known {
			same := *version.DeepCopy()
			same.ExpirationDate = nil
			old = profileWith(same)
		}
		old.Status.CloudProfileSpec.MachineImages = profileWith(version).Spec.MachineImages
		before = old
	}
	parent := read1[gardencorev1beta1.CloudProfile](imageParent)
	if capable {
		parent = read1[gardencorev1beta1.CloudProfile](capableParent)
	}
	return input, readImageOverride(validateOverrides(profileWith(version), before, parent))
}

// readImageOverride tells which fields are forbidden. An error of another kind is told in its own words.
func readImageOverride(err error) any {
	forbidden, errors := sets.New[string](), []string{}
	if err != nil {
		for _, one := range fieldsIn(err) {
			place, kind, _ := strings.Cut(one, " ")
			name := place[strings.LastIndex(place, ".")+1:]
			switch {
			case kind == "Forbidden":
				forbidden.Insert(name)
			case kind == "Invalid" && name == "expirationDate":
				errors = append(errors, "EXPIRATION_REQUIRED")
			default:
				errors = append(errors, err.Error())
			}
		}
	}
	return map[string]any{"forbidden": sets.List(forbidden), "errors": errors}
}

package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"maps"
	"math/rand"
	"slices"

	"github.com/Masterminds/semver/v3"

	"github.com/gardener/gardener/pkg/api"
	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/apiserver/registry/core/cloudprofile"
	"github.com/gardener/gardener/pkg/controllermanager/controller/shoot/maintenance/helper"
)

// offerText has the values that are tried in a CloudProfile.
//
//go:embed offer.json
var offerText []byte

var offerTable = readTable(offerText)

const plainOffer = `{"spec": {
  "type": "local", "kubernetes": {"versions": [{"version": "1.34.1"}]},
  "machineImages": [{"name": "linux", "updateStrategy": "major", "versions": [
    {"version": "1.0.0", "classification": "supported", "architectures": ["amd64"], "cri": [{"name": "containerd"}]},
    {"version": "2.0.0", "classification": "preview", "architectures": ["amd64", "arm64"], "cri": [{"name": "containerd"}]}]}],
  "machineTypes": [
    {"name": "m", "cpu": "2", "gpu": "0", "memory": "8Gi", "architecture": "amd64"},
    {"name": "n", "cpu": "2", "gpu": "0", "memory": "8Gi", "architecture": "arm64"}],
  "volumeTypes": [{"name": "fast", "class": "premium"}],
  "regions": [{"name": "here", "zones": [{"name": "a"}, {"name": "b"}]}],
  "limits": {"maxNodesTotal": 5}
}}`

const capableOffer = `{"spec": {
  "type": "local", "kubernetes": {"versions": [{"version": "1.34.1"}]},
  "machineCapabilities": [{"name": "architecture", "values": ["amd64", "arm64"]}, {"name": "gpu", "values": ["none", "nvidia"]}],
  "machineImages": [{"name": "linux", "updateStrategy": "major", "versions": [
    {"version": "1.0.0", "classification": "supported", "capabilityFlavors": [{"architecture": ["amd64"], "gpu": ["nvidia"]}], "cri": [{"name": "containerd"}]},
    {"version": "2.0.0", "classification": "supported", "capabilityFlavors": [{"architecture": ["amd64"]}, {"architecture": ["arm64"]}], "cri": [{"name": "containerd"}]}]}],
  "machineTypes": [
    {"name": "m", "cpu": "2", "gpu": "0", "memory": "8Gi", "capabilities": {"architecture": ["amd64"], "gpu": ["nvidia"]}},
    {"name": "n", "cpu": "2", "gpu": "0", "memory": "8Gi", "capabilities": {"architecture": ["arm64"]}}],
  "volumeTypes": [{"name": "fast", "class": "premium"}],
  "regions": [{"name": "here", "zones": [{"name": "a"}, {"name": "b"}]}],
  "limits": {"maxNodesTotal": 5}
}}`

func drawOfferBase(random *rand.Rand) any {
	return clone(json.RawMessage(pick(random, plainOffer, capableOffer)))
}

// storedProfile reads a CloudProfile as the API server does, its defaults filled in. What it cannot read is no case.
func storedProfile(profile any) (*gardencorev1beta1.CloudProfile, bool) {
	text := must(json.Marshal(profile))
	read := &gardencorev1beta1.CloudProfile{}
	if err := json.Unmarshal(text, read); err != nil {
		return nil, false
	}
	api.Scheme.Default(read)
	return read, true
}

func coreProfileOf(profile *gardencorev1beta1.CloudProfile) *core.CloudProfile {
	converted := &core.CloudProfile{}
	convert(profile, converted)
	return converted
}

// toldOf gives what a profile offers the form in which both sides compare it.
func toldOf(profile *core.CloudProfile) any {
	stored := &gardencorev1beta1.CloudProfile{}
	convert(profile, stored)
	images := []any{}
	for _, image := range stored.Spec.MachineImages {
		versions := []any{}
		for _, version := range image.Versions {
			versions = append(versions, object{"version": version.Version, "architectures": orNone(version.Architectures), "capabilityFlavors": orNone(version.CapabilityFlavors)})
		}
		images = append(images, object{"name": image.Name, "updateStrategy": image.UpdateStrategy, "versions": versions})
	}
	types := []any{}
	for _, one := range stored.Spec.MachineTypes {
		types = append(types, object{"name": one.Name, "usable": one.Usable, "architecture": one.Architecture, "capabilities": maps.Collect(maps.All(one.Capabilities))})
	}
	return object{"machineImages": images, "machineTypes": types}
}

// sortArchitectures brings those that were filled in from flavors, in any order, into one.
func sortArchitectures(profile *core.CloudProfile) {
	for _, image := range profile.Spec.MachineImages {
		for _, version := range image.Versions {
			if len(version.CapabilityFlavors) > 0 {
				slices.Sort(version.Architectures)
			}
		}
	}
}

func orNone[Item any](items []Item) []Item {
	return append([]Item{}, items...)
}

// drawOffer changes one to four fields of a CloudProfile, which may come to define capabilities, or cease to.
func drawOffer(random *rand.Rand) (any, any) {
	setGate(true)
	for {
		before, _ := storedProfile(drawOfferBase(random))
		old := coreProfileOf(before)
		cloudprofile.Strategy.PrepareForUpdate(context.Background(), old, &core.CloudProfile{})
		cloudprofile.Strategy.Canonicalize(old)
		wanted := drawOfferBase(random)
		for range 1 + random.Intn(4) {
			offerTable.mutate(random, wanted, "spec.")
		}
		after, readable := storedProfile(wanted)
		if !readable {
			continue
		}
		next := coreProfileOf(after)
		cloudprofile.Strategy.PrepareForUpdate(context.Background(), next, old)
		sortArchitectures(next)
		found := places(below(cloudprofile.Strategy.ValidateUpdate(context.Background(), next, old), "spec"))
		expect := object{"errors": found}
		if len(found) == 0 {
			cloudprofile.Strategy.Canonicalize(next)
			expect["stored"] = toldOf(next)
		}
		kept := &gardencorev1beta1.CloudProfile{}
		convert(old, kept)
		return object{"before": kept.Spec, "after": wanted.(object)["spec"], "now": now()}, expect
	}
}

var capableDefinitions = []gardencorev1beta1.CapabilityDefinition{
	{Name: "architecture", Values: []string{"amd64", "arm64"}},
	{Name: "gpu", Values: []string{"none", "nvidia", "amd"}},
	{Name: "disk", Values: []string{"nvme", "scsi"}},
}

func drawCapabilities(random *rand.Rand) gardencorev1beta1.Capabilities {
	drawn := gardencorev1beta1.Capabilities{}
	for _, one := range capableDefinitions {
		if random.Intn(2) == 0 {
			drawn[one.Name] = someOf(random, one.Values)
		}
	}
	return drawn
}

// drawImageFilter asks which versions of an image maintenance looks at for a pool.
func drawImageFilter(random *rand.Rand) (any, any) {
	definitions := capableDefinitions[:random.Intn(len(capableDefinitions)+1)]
	major := gardencorev1beta1.UpdateStrategyMajor
	image := gardencorev1beta1.MachineImage{Name: "linux", UpdateStrategy: &major}
	for _, text := range []string{"1.0.0", "1.1.0", "2.0.0"} {
		version := gardencorev1beta1.MachineImageVersion{
			ExpirableVersion: gardencorev1beta1.ExpirableVersion{Version: text},
			CRI:              []gardencorev1beta1.CRI{{Name: gardencorev1beta1.CRINameContainerD}},
			Architectures:    someOf(random, []string{"amd64", "arm64"}),
		}
		for range random.Intn(3) {
			version.CapabilityFlavors = append(version.CapabilityFlavors, gardencorev1beta1.MachineImageFlavor{Capabilities: drawCapabilities(random)})
		}
		image.Versions = append(image.Versions, version)
	}
	current, architecture := "1.0.0", pick(random, "amd64", "arm64")
	worker := gardencorev1beta1.Worker{Name: "pool", Machine: gardencorev1beta1.Machine{
		Type: "m", Architecture: &architecture, Image: &gardencorev1beta1.ShootMachineImage{Name: "linux", Version: &current},
	}}
	machineType := gardencorev1beta1.MachineType{Name: "m", Capabilities: drawCapabilities(random)}
	kubelet := semver.MustParse("1.34.1")
	kept := []string{}
	for _, version := range helper.FilterMachineImageVersions(&image, worker, kubelet, &machineType, slices.Clone(definitions)).Versions {
		kept = append(kept, version.Version)
	}
	input := object{"image": image, "worker": worker, "kubeletVersion": kubelet.String(), "machineType": machineType, "capabilityDefinitions": orNone(definitions)}
	return input, object{"versions": kept}
}

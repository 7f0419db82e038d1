package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/plugin/pkg/global/resourcereferencemanager"
)

var (
	usedKubernetes = []string{"1.33.1", "1.33.2", "1.34.0"}
	usedImages     = []string{"gl", "suse", "custom"}
	usedVersions   = []string{"1.0.0", "1.1.0", "2.0.0"}
)

// someOf keeps each of the items by chance.
func someOf(random *rand.Rand, items []string) []string {
	kept := []string{}
	for _, item := range items {
		if random.Intn(3) != 0 {
			kept = append(kept, item)
		}
	}
	return kept
}

type imageVersions = map[string][]string

func drawImageLists(random *rand.Rand) imageVersions {
	lists := imageVersions{}
	for _, name := range someOf(random, usedImages) {
		lists[name] = someOf(random, usedVersions)
	}
	return lists
}

func plainVersions(texts []string) []core.ExpirableVersion {
	versions := []core.ExpirableVersion{}
	for _, text := range texts {
		versions = append(versions, core.ExpirableVersion{Version: text})
	}
	return versions
}

func plainImages(lists imageVersions) []core.MachineImage {
	images := []core.MachineImage{}
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		image, texts := core.MachineImage{Name: name}, lists[name]
		for _, version := range plainVersions(texts) {
			image.Versions = append(image.Versions, core.MachineImageVersion{ExpirableVersion: version})
		}
		images = append(images, image)
	}
	return images
}

// asStored gives a part of a spec the form in which a plugin's cache has it.
func asStored[Stored, Given any](given Given) Stored {
	var stored Stored
	convert(&given, &stored)
	return stored
}

type shootRow struct {
	object *gardencorev1beta1.Shoot
	told   map[string]any
}

// drawUser makes a Shoot, and what the vector tells of it.
func drawUser(random *rand.Rand, name string, reference *gardencorev1beta1.CloudProfileReference) shootRow {
	shoot := &gardencorev1beta1.Shoot{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: pick(random, "garden-p", "garden-p", "garden-q")},
		Spec: gardencorev1beta1.ShootSpec{
			CloudProfile: reference,
			Kubernetes:   gardencorev1beta1.Kubernetes{Version: pick(random, usedKubernetes...)},
		},
	}
	told := map[string]any{"namespace": shoot.Namespace, "name": name, "version": shoot.Spec.Kubernetes.Version}
	if reference != nil {
		told["ref"] = reference
	}
	if random.Intn(6) == 0 {
		shoot.DeletionTimestamp = &metav1.Time{Time: time.Now()}
		told["deleting"] = true
	}
	pools := []map[string]any{}
	for _, pool := range someOf(random, []string{"a", "b"}) {
		worker, one := gardencorev1beta1.Worker{Name: pool}, map[string]any{"name": pool}
		if random.Intn(8) != 0 {
			version := pick(random, usedVersions...)
			worker.Machine.Image = &gardencorev1beta1.ShootMachineImage{Name: pick(random, usedImages...), Version: &version}
			one["image"] = worker.Machine.Image
		}
		if random.Intn(3) == 0 {
			version := pick(random, usedKubernetes...)
			worker.Kubernetes = &gardencorev1beta1.WorkerKubernetes{Version: &version}
			one["version"] = version
		}
		shoot.Spec.Provider.Workers = append(shoot.Spec.Provider.Workers, worker)
		pools = append(pools, one)
	}
	told["pools"] = pools
	return shootRow{shoot, told}
}

func drawReference(random *rand.Rand) *gardencorev1beta1.CloudProfileReference {
	if random.Intn(12) == 0 {
		return nil
	}
	return &gardencorev1beta1.CloudProfileReference{
		Kind: pick(random, "CloudProfile", "CloudProfile", "NamespacedCloudProfile", "NamespacedCloudProfile", ""),
		Name: pick(random, "aws", "aws", "own", "second"),
	}
}

func drawChild(random *rand.Rand, name string) (*gardencorev1beta1.NamespacedCloudProfile, map[string]any) {
	kubernetes, images := someOf(random, usedKubernetes), drawImageLists(random)
	child := &gardencorev1beta1.NamespacedCloudProfile{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: pick(random, "garden-p", "garden-q")},
		Spec: gardencorev1beta1.NamespacedCloudProfileSpec{
			Parent:        gardencorev1beta1.CloudProfileReference{Kind: "CloudProfile", Name: pick(random, "aws", "aws", "aws", "other")},
			MachineImages: asStored[gardencorev1beta1.CloudProfileSpec](core.CloudProfileSpec{MachineImages: plainImages(images)}).MachineImages,
		},
	}
	told := map[string]any{"namespace": child.Namespace, "name": name, "parent": child.Spec.Parent.Name, "images": images}
	if len(kubernetes) > 0 {
		settings := asStored[gardencorev1beta1.KubernetesSettings](core.KubernetesSettings{Versions: plainVersions(kubernetes)})
		child.Spec.Kubernetes = &settings
		told["kubernetes"] = kubernetes
	}
	if random.Intn(6) == 0 {
		child.DeletionTimestamp = &metav1.Time{Time: time.Now()}
		told["deleting"] = true
	}
	return child, told
}

// inUse are the refusals of the plugin that guards what is used.
var inUse = []struct {
	code  string
	words *regexp.Regexp
}{
	{"K8S_IN_USE", regexp.MustCompile(`unable to delete Kubernetes version "(?P<version>[^"]*)" from .* - version .*is still in use by (?P<kind>\w+) '(?P<by>[^']*)'`)},
	{"IMAGE_REMOVED_IN_USE", regexp.MustCompile(`unable to delete MachineImage "(?P<image>[^"]*)" from .* - MachineImage is still in use by (?P<kind>\w+) "(?P<by>[^"]*)"`)},
	{"IMAGE_ALREADY_DEFINED", regexp.MustCompile(`unable to add MachineImage "(?P<image>[^"]*)" to .* - MachineImage is already defined by (?P<kind>\w+) "(?P<by>[^"]*)"`)},
	{"IMAGE_VERSION_IN_USE", regexp.MustCompile(`unable to delete (?:MachineImage|Machine image) version '(?P<image>[^/]*)/(?P<version>[^']*)' from .* - version is still in use by (?P<kind>\w+) '(?P<by>[^']*)'(?: by worker "(?P<pool>[^"]*)")?`)},
}

func readInUse(line string) map[string]any {
	for _, one := range inUse {
		match := one.words.FindStringSubmatch(line)
		if match == nil {
			continue
		}
		found := map[string]any{"code": one.code}
		named := func(name string) string {
			if at := one.words.SubexpIndex(name); at >= 0 {
				return match[at]
			}
			return ""
		}
		for _, name := range []string{"image", "version"} {
			if text := named(name); text != "" {
				found[name] = text
			}
		}
		by := strings.Replace(named("kind"), "shoot", "Shoot", 1) + "/" + named("by")
		if pool := named("pool"); pool != "" {
			by += "/" + pool
		}
		found["by"] = by
		return found
	}
	return map[string]any{"code": line}
}

// refusedInUse asks the plugin whether a profile may change while these objects are there.
func refusedInUse(next, old runtime.Object, there []runtime.Object) any {
	plugin := must(resourcereferencemanager.New())
	plugin.AssignReadyFunc(ready)
	plugin.SetCoreInformerFactory(cacheOf(there...))
	found := []map[string]any{}
	if err := plugin.Validate(context.Background(), requestOf(next, old), nil); err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			if strings.Contains(line, "* ") {
				found = append(found, readInUse(line))
			}
		}
		if len(found) == 0 {
			found = append(found, map[string]any{"code": err.Error()})
		}
	}
	return map[string]any{"errors": found}
}

func drawProfileRemoval(random *rand.Rand) (any, any) {
	profileOf := func(kubernetes []string, images imageVersions) *core.CloudProfile {
		return &core.CloudProfile{ObjectMeta: metav1.ObjectMeta{Name: "aws"}, Spec: core.CloudProfileSpec{
			Kubernetes: core.KubernetesSettings{Versions: plainVersions(kubernetes)}, MachineImages: plainImages(images),
		}}
	}
	input := map[string]any{"profile": "aws"}
	oldKubernetes, newKubernetes := someOf(random, usedKubernetes), someOf(random, usedKubernetes)
	oldImages, newImages := drawImageLists(random), drawImageLists(random)
	input["oldKubernetes"], input["newKubernetes"] = oldKubernetes, newKubernetes
	input["oldImages"], input["newImages"] = oldImages, newImages
	there, shoots, children := []runtime.Object{}, []any{}, []any{}
	for _, name := range someOf(random, []string{"own", "second"}) {
		child, told := drawChild(random, name)
		there, children = append(there, child), append(children, told)
	}
	for _, name := range someOf(random, []string{"one", "two"}) {
		row := drawUser(random, name, drawReference(random))
		there, shoots = append(there, row.object), append(shoots, row.told)
	}
	input["shoots"], input["namespacedProfiles"] = shoots, children
	return input, refusedInUse(profileOf(newKubernetes, newImages), profileOf(oldKubernetes, oldImages), there)
}

// drawOverrideRemoval takes overrides out of a NamespacedCloudProfile. Others stay.
func drawOverrideRemoval(random *rand.Rand) (any, any) {
	setGate(true)
	removed, removedImages := someOf(random, usedKubernetes), drawImageLists(random)
	parent, parentKubernetes, parentImages := drawParent(random)
	profileOf := func(kubernetes []string, images imageVersions) *core.NamespacedCloudProfile {
		return &core.NamespacedCloudProfile{ObjectMeta: metav1.ObjectMeta{Name: "own", Namespace: "garden-p"}, Spec: core.NamespacedCloudProfileSpec{
			Parent:        core.CloudProfileReference{Kind: "CloudProfile", Name: parent.Name},
			Kubernetes:    &core.KubernetesSettings{Versions: plainVersions(kubernetes)},
			MachineImages: plainImages(images),
		}}
	}
	kept, keptImages, before := []string{"1.35.0"}, imageVersions{}, imageVersions{}
	for _, name := range slices.Sorted(maps.Keys(removedImages)) {
		if random.Intn(2) == 0 {
			keptImages[name] = []string{"9.0.0"}
		}
		before[name] = slices.Concat(removedImages[name], keptImages[name])
	}
	there, shoots := []runtime.Object{parent}, []any{}
	for number := range random.Intn(4) {
		row := drawUser(random, fmt.Sprintf("s%d", number), &gardencorev1beta1.CloudProfileReference{Kind: "NamespacedCloudProfile", Name: "own"})
		row.object.Namespace, row.told["namespace"] = "garden-p", "garden-p"
		there, shoots = append(there, row.object), append(shoots, row.told)
	}
	input := map[string]any{
		"now": now(), "removedKubernetes": removed, "removedImages": removedImages,
		"parentKubernetes": parentKubernetes, "parentImages": parentImages, "shoots": shoots,
	}
	return input, refusedInUse(profileOf(kept, keptImages), profileOf(slices.Concat(removed, kept), before), there)
}

// drawParent makes a CloudProfile whose versions have a life, and tells of them.
func drawParent(random *rand.Rand) (*gardencorev1beta1.CloudProfile, any, any) {
	spec := core.CloudProfileSpec{}
	kubernetes, images := []any{}, map[string]any{}
	for _, text := range someOf(random, usedKubernetes) {
		version, told := drawVersion(random, text)
		spec.Kubernetes.Versions, kubernetes = append(spec.Kubernetes.Versions, version), append(kubernetes, told)
	}
	for _, name := range someOf(random, usedImages) {
		image, versions := core.MachineImage{Name: name}, []any{}
		for _, text := range someOf(random, usedVersions) {
			version, told := drawVersion(random, text)
			image.Versions, versions = append(image.Versions, core.MachineImageVersion{ExpirableVersion: version}), append(versions, told)
		}
		spec.MachineImages, images[name] = append(spec.MachineImages, image), versions
	}
	parent := &gardencorev1beta1.CloudProfile{ObjectMeta: metav1.ObjectMeta{Name: parentName}}
	convert(&spec, &parent.Spec)
	return parent, kubernetes, images
}

package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
)

var firstRun = time.Date(2026, time.September, 1, 3, 0, 0, 0, time.UTC)

// drawDay makes midnight of a day before, between or after the runs.
func drawDay(random *rand.Rand, offset int) *metav1.Time {
	return &metav1.Time{Time: firstRun.Truncate(24*time.Hour).AddDate(0, 0, offset+random.Intn(12))}
}

// drawLife makes a version that may end, or change its stage, between the runs.
func drawLife(random *rand.Rand, text string) gardencorev1beta1.ExpirableVersion {
	version := gardencorev1beta1.ExpirableVersion{Version: text}
	stage := func(name gardencorev1beta1.VersionClassification, start *metav1.Time) {
		version.Lifecycle = append(version.Lifecycle, gardencorev1beta1.LifecycleStage{Classification: name, StartTime: start})
	}
	switch random.Intn(8) {
	case 0:
		stage("preview", drawDay(random, -40))
		stage("supported", drawDay(random, -20))
		stage("deprecated", drawDay(random, -8))
		stage("expired", drawDay(random, 4))
	case 1:
		stage("preview", nil)
		stage("supported", drawDay(random, -4))
	case 2:
		stage("supported", nil)
		stage("expired", drawDay(random, -4))
	default:
		if name := pick[gardencorev1beta1.VersionClassification](random, "", "supported", "supported", "deprecated", "preview"); name != "" {
			version.Classification = &name
		}
		if random.Intn(2) == 0 {
			version.ExpirationDate = drawDay(random, pick(random, -30, -4, -4))
		}
	}
	return version
}

var (
	runMinors      = []string{"1.32", "1.33", "1.34", "1.35", "1.36"}
	runPatches     = []string{"1", "4", "7"}
	runImageTexts  = []string{"1.0.0", "1.0.3", "1.2.0", "2.1.0", "2.1.4", "3.0.0"}
	runConstraints = []string{"< 1.34", ">= 1.33", ">= 1.34", "< 1.35"}
)

// drawRunProfile makes the versions of a CloudProfile. Machines and places are those of the profile for admission.
func drawRunProfile(random *rand.Rand) gardencorev1beta1.CloudProfileSpec {
	spec := *read1[gardencorev1beta1.CloudProfileSpec](admissionProfile)
	spec.Kubernetes.Versions, spec.MachineImages, spec.Limits = nil, nil, nil
	for _, minor := range runMinors {
		for _, patch := range someOf(random, runPatches) {
			spec.Kubernetes.Versions = append(spec.Kubernetes.Versions, drawLife(random, minor+"."+patch))
		}
	}
	random.Shuffle(len(spec.Kubernetes.Versions), func(a, b int) {
		versions := spec.Kubernetes.Versions
		versions[a], versions[b] = versions[b], versions[a]
	})
	for _, name := range []string{"linux", "other"} {
		strategy := pick(random, gardencorev1beta1.UpdateStrategyMajor, gardencorev1beta1.UpdateStrategyMinor, gardencorev1beta1.UpdateStrategyPatch)
		image := gardencorev1beta1.MachineImage{Name: name, UpdateStrategy: &strategy}
		for _, text := range someOf(random, runImageTexts) {
			version := gardencorev1beta1.MachineImageVersion{
				ExpirableVersion: drawLife(random, text),
				CRI:              []gardencorev1beta1.CRI{{Name: gardencorev1beta1.CRINameContainerD}},
				Architectures:    pick(random, []string{"amd64", "arm64"}, []string{"amd64", "arm64"}, []string{"amd64"}, []string{"arm64"}),
			}
			if random.Intn(8) == 0 {
				constraint := pick(random, runConstraints...)
				version.KubeletVersionConstraint = &constraint
			}
			if random.Intn(2) == 0 {
				least := pick(random, "1.0.0", "1.2.0", "2.0.0")
				version.InPlaceUpdates = &gardencorev1beta1.InPlaceUpdates{Supported: true, MinVersionForUpdate: &least}
			}
			image.Versions = append(image.Versions, version)
		}
		spec.MachineImages = append(spec.MachineImages, image)
	}
	if random.Intn(12) == 0 {
		most := int32(1 + random.Intn(4))
		spec.Limits = &gardencorev1beta1.Limits{MaxNodesTotal: &most}
	}
	return spec
}

func drawRunVersion(random *rand.Rand, profile gardencorev1beta1.CloudProfileSpec) string {
	versions := profile.Kubernetes.Versions
	if len(versions) == 0 || random.Intn(12) == 0 {
		return pick(random, runMinors[:4]...) + pick(random, ".0", ".5")
	}
	return versions[random.Intn(len(versions))].Version
}

func drawRunPool(random *rand.Rand, template gardencorev1beta1.Worker, profile gardencorev1beta1.CloudProfileSpec, controlPlane string) gardencorev1beta1.Worker {
	pool := *template.DeepCopy()
	architecture := pick(random, "amd64", "amd64", "arm64")
	pool.Machine.Type, pool.Machine.Architecture = map[string]string{"amd64": "large", "arm64": "arm"}[architecture], &architecture
	pool.Minimum, pool.Maximum = int32(random.Intn(2)), 3
	image := profile.MachineImages[random.Intn(len(profile.MachineImages))]
	text := pick(random, runImageTexts...)
	if len(image.Versions) > 0 && random.Intn(8) != 0 {
		text = image.Versions[random.Intn(len(image.Versions))].Version
	}
	pool.Machine.Image = &gardencorev1beta1.ShootMachineImage{Name: image.Name, Version: &text}
	strategy := pick(random, gardencorev1beta1.AutoRollingUpdate, gardencorev1beta1.AutoRollingUpdate, gardencorev1beta1.AutoInPlaceUpdate, gardencorev1beta1.ManualInPlaceUpdate)
	pool.UpdateStrategy = &strategy
	if random.Intn(3) == 0 {
		own := drawRunVersion(random, profile)
		// Most pools are not above their control plane, which compares as text does here.
		if own > controlPlane && random.Intn(6) != 0 {
			own = controlPlane
		}
		pool.Kubernetes = &gardencorev1beta1.WorkerKubernetes{Version: &own}
	}
	return pool
}

var runGarden = newMaintainedGarden()

func newMaintainedGarden() *maintainedGarden {
	profile := &gardencorev1beta1.CloudProfile{ObjectMeta: metav1.ObjectMeta{Name: "local"}}
	return &maintainedGarden{profile: profile, plugins: makePlugins(profile.Spec)}
}

// drawRunCluster makes a cluster, its profile, and the pools whose last update is not finished.
func drawRunCluster(random *rand.Rand) (gardencorev1beta1.CloudProfileSpec, *gardencorev1beta1.Shoot, []string) {
	profile := drawRunProfile(random)
	given := &gardencorev1beta1.Shoot{}
	if err := json.Unmarshal(must(json.Marshal(admissionBase())), given); err != nil {
		panic(err)
	}
	given.Spec.Kubernetes.Version = drawRunVersion(random, profile)
	given.Spec.Maintenance.AutoUpdate = &gardencorev1beta1.MaintenanceAutoUpdate{KubernetesVersion: random.Intn(2) == 0}
	images := random.Intn(2) == 0
	given.Spec.Maintenance.AutoUpdate.MachineImageVersion = &images
	pools, pending := []gardencorev1beta1.Worker{}, []string{}
	for number := range 1 + random.Intn(3) {
		pool := drawRunPool(random, given.Spec.Provider.Workers[0], profile, given.Spec.Kubernetes.Version)
		pool.Name = fmt.Sprintf("p%d", number)
		if *pool.UpdateStrategy == gardencorev1beta1.ManualInPlaceUpdate && random.Intn(3) == 0 {
			pending = append(pending, pool.Name)
		}
		pools = append(pools, pool)
	}
	given.Spec.Provider.Workers = pools
	shoot, _ := stored(given)
	if len(pending) > 0 {
		shoot.Status.InPlaceUpdates = &gardencorev1beta1.InPlaceUpdatesStatus{PendingWorkerUpdates: &gardencorev1beta1.PendingWorkerUpdates{ManualInPlaceUpdate: pending}}
	}
	return profile, shoot, pending
}

// drawForecast lets a cluster be maintained on six days, while the lives of versions go on.
func drawForecast(random *rand.Rand) (any, any) {
	profile, shoot, pending := drawRunCluster(random)
	runs, told := []time.Time{}, []string{}
	for day := range 6 {
		at := firstRun.AddDate(0, 0, day).Add(time.Duration(random.Intn(60)) * time.Minute)
		runs, told = append(runs, at), append(told, at.Format(time.RFC3339))
	}
	input := map[string]any{
		"shoot": map[string]any{"name": shoot.Name, "spec": *shoot.Spec.DeepCopy()}, "cloudProfile": map[string]any{"spec": profile},
		"runs": told, "pendingInPlacePools": pending,
	}
	runGarden.shoot = shoot
	happened := runGarden.foresee(profile, runs)
	return input, map[string]any{"events": happened, "final": stateOf(shoot)}
}

func stateOf(shoot *gardencorev1beta1.Shoot) any {
	pools := map[string]any{}
	for _, pool := range shoot.Spec.Provider.Workers {
		one := map[string]any{"image": *pool.Machine.Image.Version}
		if pool.Kubernetes != nil && pool.Kubernetes.Version != nil {
			one["kubernetes"] = *pool.Kubernetes.Version
		}
		pools[pool.Name] = one
	}
	return map[string]any{"kubernetes": shoot.Spec.Kubernetes.Version, "pools": pools}
}

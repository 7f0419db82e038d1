package main

import (
	"reflect"

	"github.com/Masterminds/semver/v3"
	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/component/extensions/operatingsystemconfig"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
)

// hashed is everything of a pool that Gardener's hashes are made of.
type hashed struct {
	version      *semver.Version
	pool         gardencorev1beta1.Worker
	nodeLocalDNS bool
	kubelet      gardencorev1beta1.KubeletConfig
	proxy        *gardencorev1beta1.KubeProxyConfig
}

func hashOf(spec *gardencorev1beta1.ShootSpec, pool *gardencorev1beta1.Worker) hashed {
	found := hashed{
		version:      must(helper.CalculateEffectiveKubernetesVersion(must(semver.NewVersion(spec.Kubernetes.Version)), pool.Kubernetes)),
		pool:         *pool.DeepCopy(),
		nodeLocalDNS: helper.IsNodeLocalDNSEnabled(spec.SystemComponents),
		proxy:        spec.Kubernetes.KubeProxy,
	}
	if kubelet := helper.CalculateEffectiveKubeletConfiguration(spec.Kubernetes.Kubelet, pool.Kubernetes); kubelet != nil {
		found.kubelet = *kubelet.DeepCopy()
	}
	return found
}

func (h hashed) isInPlace() bool { return helper.IsUpdateStrategyInPlace(h.pool.UpdateStrategy) }

// hash names the machines of a rolling pool, and the state of one that is updated in place.
func (h hashed) hash(inPlace bool) string {
	if !inPlace {
		return operatingsystemconfig.Key(h.version, nil, &h.pool, h.nodeLocalDNS, &h.kubelet, h.proxy)
	}
	text := h.version.String()
	return must(gardenerutils.CalculateWorkerPoolHashForInPlaceUpdate(h.pool.Name, &text, &h.kubelet, *h.pool.Machine.Image.Version, nil))
}

// hasDNSDatum says whether node-local DNS is a part of the hash.
func (h hashed) hasDNSDatum() bool {
	without := h
	without.nodeLocalDNS = false
	return h.hash(false) != without.hash(false)
}

// parts take one datum each from the new pool into the old one.
var parts = []struct {
	trigger, inPlaceTrigger string
	take                    func(into *hashed, from hashed)
}{
	{"kubernetesMinor", "kubernetesMinor", func(into *hashed, from hashed) { into.version = from.version }},
	{"machineType", "", func(into *hashed, from hashed) { into.pool.Machine.Type = from.pool.Machine.Type }},
	{"image", "imageVersion", func(into *hashed, from hashed) { into.pool.Machine.Image = from.pool.Machine.Image }},
	{"volumeSize", "", func(into *hashed, from hashed) { into.pool.Volume.VolumeSize = from.pool.Volume.VolumeSize }},
	{"volumeType", "", func(into *hashed, from hashed) { into.pool.Volume.Type = from.pool.Volume.Type }},
	{"kubeReserved", "kubeReserved", func(into *hashed, from hashed) { into.kubelet.KubeReserved = from.kubelet.KubeReserved }},
	{"cpuManagerPolicy", "cpuManagerPolicy", func(into *hashed, from hashed) { into.kubelet.CPUManagerPolicy = from.kubelet.CPUManagerPolicy }},
}

// hashTriggers are the data whose change alone gives another hash. Node-local DNS is told by whether it is one.
func hashTriggers(before, after hashed) []string {
	inPlace, found := after.isInPlace(), []string{}
	for _, part := range parts {
		mixed := before
		mixed.pool = *before.pool.DeepCopy()
		part.take(&mixed, after)
		// The minor alone may also take node-local DNS out of the hash.
		mixed.nodeLocalDNS = before.nodeLocalDNS && part.trigger != "kubernetesMinor"
		plain := before
		plain.nodeLocalDNS = mixed.nodeLocalDNS
		if mixed.hash(inPlace) != plain.hash(inPlace) {
			name := part.trigger
			if inPlace {
				name = part.inPlaceTrigger
			}
			found = append(found, name)
		}
	}
	if !inPlace && before.hasDNSDatum() != after.hasDNSDatum() {
		found = append(found, "nodeLocalDNS")
	}
	return found
}

var inPlaceKinds = map[gardencorev1beta1.MachineUpdateStrategy]string{
	gardencorev1beta1.AutoInPlaceUpdate: "inPlaceAuto", gardencorev1beta1.ManualInPlaceUpdate: "inPlaceManual",
}

// impactOf is the strongest that a change does to the nodes of a pool.
func impactOf(before, after hashed) (string, []string) {
	triggers := hashTriggers(before, after)
	if (len(triggers) > 0) != (before.hash(after.isInPlace()) != after.hash(after.isInPlace())) {
		panic("the hash changes by something else than its data")
	}
	if len(triggers) > 0 {
		if kind := inPlaceKinds[*after.pool.UpdateStrategy]; kind != "" {
			return kind, triggers
		}
		return "rollingUpdate", triggers
	}
	differs := func(name string, same bool) {
		if !same {
			triggers = append(triggers, name)
		}
	}
	differs("kubernetesPatch", before.version.Equal(after.version))
	differs("nodeLocalDNSLabel", before.nodeLocalDNS == after.nodeLocalDNS)
	if len(triggers) > 0 {
		return "kubeletRestart", triggers
	}
	differs("minimum", before.pool.Minimum == after.pool.Minimum)
	differs("maximum", before.pool.Maximum == after.pool.Maximum)
	differs("zones", equality.Semantic.DeepEqual(before.pool.Zones, after.pool.Zones))
	if len(triggers) > 0 {
		return "scale", triggers
	}
	if differs("annotations", reflect.DeepEqual(before.pool.Annotations, after.pool.Annotations)); len(triggers) > 0 {
		return "nodeMetadata", triggers
	}
	return "none", triggers
}

package main

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	shootregistry "github.com/gardener/gardener/pkg/apiserver/registry/core/shoot"
)

// reviewRules tell the refusals of a change by their place below a pool or the spec, and by words.
var reviewRules = []struct{ path, words, code string }{
	{"kubernetes.version", "downgrade is not supported", "K8S_DOWNGRADE"},
	{"kubernetes.version", "cannot skip a minor", "K8S_MINOR_SKIP"},
	{"kubernetes.version", "must not be higher than control plane", "POOL_NEWER_THAN_CONTROL_PLANE"},
	{"kubernetes.version", "versions behind control plane", "POOL_SKEW"},
	{"kubernetes.version", "couldn't find a suitable version", "K8S_NO_DEFAULT"},
	{"kubernetes.version", "Unsupported value", "K8S_NOT_OFFERED"},
	{"", "undergoing an in-place update", "IN_PLACE_UPDATE_PENDING"},
	{"", "failed to determine latest machine image", "IMAGE_NO_DEFAULT"},
	{"updateStrategy", "from AutoRollingUpdate to", "ROLLING_TO_IN_PLACE"},
	{"updateStrategy", "to AutoRollingUpdate", "IN_PLACE_TO_ROLLING"},
	{"", "cannot be changed if update strategy", "IN_PLACE_IMMUTABLE"},
	{"machine.image.version", "downgrade is not supported", "IMAGE_DOWNGRADE_IN_PLACE"},
	{"machine.image.version", "Unsupported value", "IMAGE_NOT_OFFERED"},
	{"machine.image", "does not support kubelet version", "IMAGE_KUBELET_CONSTRAINT"},
	{"machine.image", "supported machine image versions are", "IMAGE_INVALID"},
	{"machine.type", "Unsupported value", "MACHINE_TYPE_NOT_OFFERED"},
	{"machine.type", "supported types are", "MACHINE_TYPE_INVALID"},
	{"volume.type", "Unsupported value", "VOLUME_TYPE_NOT_OFFERED"},
	{"volume.type", "supported types are", "VOLUME_TYPE_INVALID"},
	{"volume.size", "size must be", "VOLUME_TOO_SMALL"},
	{"volume.size", "must match the regex", "VOLUME_SIZE_MALFORMED"},
	{"", "can only be set to true when the update strategy", "IN_PLACE_ONLY"},
	{"maxSurge", "should not be set when", "MANUAL_MUST_BE_UNSET"},
	{"maxUnavailable", "should not be set when", "MANUAL_MUST_BE_UNSET"},
	{"maxSurge", "must be 0", "SURGE_MUST_BE_ZERO"},
	{"name", "Duplicate value", "POOL_NAME_DUPLICATE"},
	{"systemComponents.nodeLocalDNS", "", "IN_PLACE_NODE_LOCAL_DNS"},
	{"provider.workers", "total minimum node count", "MAX_NODES_EXCEEDED"},
	{"", "total minimum node count", "MAX_NODES_EXCEEDED"},
	{"maximum", "must not be less than the number of zones", "MAXIMUM_BELOW_ZONES"},
}

type reviewFault struct {
	Path string `json:"path"`
	Code string `json:"code"`
}

// reviewFaults reads the text of refusals. One that no rule tells keeps its words.
func reviewFaults(text string) []reviewFault {
	found := []reviewFault{}
	for _, refusal := range sections(fieldError, text) {
		path, words := refusal.match[1], refusal.words
		short := strings.TrimPrefix(path, "spec.")
		if match := poolPlace.FindStringSubmatch(path); match != nil {
			short = match[2]
		}
		one := reviewFault{path, words}
		for _, rule := range reviewRules {
			if (rule.path == short || rule.path == "") && strings.Contains(words, rule.words) {
				one.Code = rule.code
				break
			}
		}
		if !slices.Contains(found, one) {
			found = append(found, one)
		}
	}
	if len(found) == 0 {
		found = append(found, reviewFault{"", text})
	}
	return found
}

// reviewed asks the stages of the API server one after the other, and ends with the first that refuses. Nothing is said of
// what changes nothing, at which the last stage does not look.
func (p plugins) reviewed(next, old *core.Shoot) any {
	refused := func(stage string, text string) any {
		return map[string]any{"accepted": false, "stage": stage, "errors": reviewFaults(text)}
	}
	attributes := requestOf(next, old)
	if err := p.mutate.Admit(context.Background(), attributes, nil); err != nil {
		return refused("admission", err.Error())
	}
	shootregistry.NewStrategy(0).PrepareForUpdate(context.Background(), next, old)
	static, judged := validated(next, old)
	if !judged || equality.Semantic.DeepEqual(next.Spec, old.Spec) {
		return nil
	}
	if len(static) > 0 {
		texts := []string{}
		for _, err := range static {
			texts = append(texts, err.Error())
		}
		return refused("static", strings.Join(texts, ", "))
	}
	if err := p.validate.Validate(context.Background(), attributes, nil); err != nil {
		return refused("admission", err.Error())
	}
	before, after := &gardencorev1beta1.Shoot{}, &gardencorev1beta1.Shoot{}
	convert(old, before)
	convert(next, after)
	return map[string]any{"accepted": true, "errors": []any{}, "pools": impacts(&before.Spec, &after.Spec)}
}

func drawReserved(random *rand.Rand) *gardencorev1beta1.KubeletConfigReserved {
	quantity := func(texts ...string) *resource.Quantity {
		read := resource.MustParse(pick(random, texts...))
		return &read
	}
	return &gardencorev1beta1.KubeletConfigReserved{
		CPU: quantity("80m", "80m", "100m"), Memory: quantity("1Gi", "1Gi", "1024Mi", "2Gi"), PID: quantity("20k", "20k", "20000"),
	}
}

// edit changes one thing of a Shoot that somebody might change.
func edit(random *rand.Rand, spec *gardencorev1beta1.ShootSpec, profile gardencorev1beta1.CloudProfileSpec) {
	pool := &spec.Provider.Workers[random.Intn(len(spec.Provider.Workers))]
	switch random.Intn(18) {
	case 0, 1, 2:
		spec.Kubernetes.Version = drawRunVersion(random, profile)
	case 3:
		spec.Kubernetes.Version = pick(random, runMinors...)
	case 4:
		own := drawRunVersion(random, profile)
		pool.Kubernetes = &gardencorev1beta1.WorkerKubernetes{Version: &own}
	case 5:
		pool.Kubernetes = nil
	case 6, 7, 8:
		text := pick(random, runImageTexts...)
		pool.Machine.Image.Version = &text
	case 9:
		text := pick(random, "1", "2.1", "2", "3.0")
		pool.Machine.Image.Version = &text
	case 10:
		*pool = drawRunPool(random, *pool, profile, spec.Kubernetes.Version)
	case 11:
		pool.Machine.Type = pick(random, "large", "small", "arm", "old", "unknown")
	case 12:
		pool.Volume = &gardencorev1beta1.Volume{VolumeSize: pick(random, "50Gi", "51200Mi", "20Gi"), Type: pool.Volume.Type}
		if random.Intn(2) == 0 {
			kind := pick(random, "fast", "slow", "gone", "unknown")
			pool.Volume.Type = &kind
		}
	case 13:
		pool.Maximum += int32(random.Intn(3))
		pool.Minimum = int32(random.Intn(3))
	case 14:
		pool.Annotations = map[string]string{"note": pick(random, "a", "b")}
	case 15:
		spec.Kubernetes.Kubelet.KubeReserved = drawReserved(random)
	case 16:
		policy := pick(random, "none", "static")
		spec.Kubernetes.Kubelet.CPUManagerPolicy = &policy
	case 17:
		switch random.Intn(3) {
		case 0:
			added := drawRunPool(random, *pool, profile, spec.Kubernetes.Version)
			added.Name = "added"
			spec.Provider.Workers = append(spec.Provider.Workers, added)
		case 1:
			spec.Provider.Workers = spec.Provider.Workers[:max(1, len(spec.Provider.Workers)-1)]
		default:
			spec.SystemComponents = &gardencorev1beta1.SystemComponents{NodeLocalDNS: &gardencorev1beta1.NodeLocalDNS{Enabled: random.Intn(2) == 0}}
		}
	}
}

// drawReview changes one to three things of a cluster. Gardener looks at the real time: dates are moved instead.
func drawReview(random *rand.Rand) (any, any) {
	setInPlace(true)
	defer setInPlace(false)
	for {
		profile, before, pending := drawRunCluster(random)
		before.Spec.Kubernetes.Kubelet.KubeReserved = drawReserved(random)
		if random.Intn(4) == 0 {
			before.Spec.SystemComponents = &gardencorev1beta1.SystemComponents{NodeLocalDNS: &gardencorev1beta1.NodeLocalDNS{Enabled: true}}
		}
		wanted := before.DeepCopy()
		for range 1 + random.Intn(3) {
			edit(random, &wanted.Spec, profile)
		}
		after, _ := stored(wanted)
		old := internal(before)
		if standing, judged := validated(old, old); !judged || len(standing) > 0 {
			continue
		}
		runGarden.see(movedProfile(profile, time.Since(firstRun)))
		expect := runGarden.plugins.reviewed(internal(after), old)
		if expect == nil {
			continue
		}
		return map[string]any{
			"old": before.Spec, "new": wanted.Spec, "cloudProfile": profile, "gates": map[string]bool{"InPlaceNodeUpdates": true},
			"pending":    map[string]any{"autoInPlaceUpdate": []string{}, "manualInPlaceUpdate": pending},
			"annotation": nil, "now": firstRun.Format(time.RFC3339),
		}, expect
	}
}

func poolNamed(spec *gardencorev1beta1.ShootSpec, name string) *gardencorev1beta1.Worker {
	for number := range spec.Provider.Workers {
		if spec.Provider.Workers[number].Name == name {
			return &spec.Provider.Workers[number]
		}
	}
	return nil
}

// impacts tell what becomes of the nodes of each pool.
func impacts(before, after *gardencorev1beta1.ShootSpec) any {
	told := map[string]any{}
	for _, pool := range after.Provider.Workers {
		old := poolNamed(before, pool.Name)
		if old == nil {
			told[pool.Name] = map[string]any{"impact": "created", "triggers": []string{}}
			continue
		}
		kind, triggers := impactOf(hashOf(before, old), hashOf(after, &pool))
		told[pool.Name] = map[string]any{"impact": kind, "triggers": triggers}
	}
	for _, pool := range before.Provider.Workers {
		if poolNamed(after, pool.Name) == nil {
			told[pool.Name] = map[string]any{"impact": "deleted", "triggers": []string{}}
		}
	}
	if len(told) == 0 {
		panic(fmt.Sprintf("no pools in %v", after))
	}
	return told
}

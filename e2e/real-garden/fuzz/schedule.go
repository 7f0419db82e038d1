package main

import (
	"context"
	"fmt"
	"math/rand"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	indexer "github.com/gardener/gardener/pkg/api/indexer"
	schedulerconfigv1alpha1 "github.com/gardener/gardener/pkg/apis/config/scheduler/v1alpha1"
	gardencore "github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	scheduler "github.com/gardener/gardener/pkg/scheduler/controller/shoot"
)

var scheduleRegions = []string{"eu-west-1", "eu-east-1", "eu-central-1", "us-north", "us-south", "asia", "eu-1", "eu-2", "a", ""}

func drawRange(random *rand.Rand) string {
	return pick(random, "10.0.0.0/16", "10.0.128.0/17", "10.1.0.0/16", "100.64.0.0/12", "fd00:1::/48", "fd00:1::/56", "fd00:2::/48",
		"2001:db8::/32", "240.1.0.0/16", "241.0.0.0/8", "243.5.0.0/24", "244.0.0.0/7", "fd8f:6d53:b97a:1::/120", "fd8f:6d53::/32", "0.0.0.0/0", "::/0")
}

func drawScheduleSelector(random *rand.Rand) metav1.LabelSelector {
	selector := metav1.LabelSelector{}
	for _, key := range someOf(random, []string{"tier", "seed.gardener.cloud/region"}) {
		if selector.MatchLabels == nil {
			selector.MatchLabels = map[string]string{}
		}
		selector.MatchLabels[key] = pick(random, "a", "b")
	}
	for range random.Intn(3) {
		one := metav1.LabelSelectorRequirement{Key: pick(random, "tier", "zone", "other"), Operator: pick(random, metav1.LabelSelectorOpIn, metav1.LabelSelectorOpNotIn, metav1.LabelSelectorOpExists, metav1.LabelSelectorOpDoesNotExist)}
		if one.Operator == metav1.LabelSelectorOpIn || one.Operator == metav1.LabelSelectorOpNotIn {
			one.Values = append([]string{pick(random, "a", "b")}, someOf(random, []string{"c", "aa"})...)
		}
		selector.MatchExpressions = append(selector.MatchExpressions, one)
	}
	return selector
}

// rarely is true for one case of so many: most Seeds pass most filters, or no later filter would be met.
func rarely(random *rand.Rand, of int) bool { return random.Intn(of) == 0 }

func drawSeed(random *rand.Rand, number int) *gardencorev1beta1.Seed {
	seed := &gardencorev1beta1.Seed{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("seed-%d", number), Labels: map[string]string{}, Annotations: map[string]string{}}}
	for _, key := range someOf(random, []string{"tier", "zone", "other", "seed.gardener.cloud/region"}) {
		seed.Labels[key] = pick(random, "a", "b", "c")
	}
	spec := &seed.Spec
	spec.Settings = &gardencorev1beta1.SeedSettings{Scheduling: &gardencorev1beta1.SeedSettingScheduling{Visible: !rarely(random, 8)}}
	if mode := pick(random, "", "", "Enforce", "Prefer", "Prefer"); mode != "" {
		spec.Settings.ZoneSelection = &gardencorev1beta1.SeedSettingZoneSelection{Mode: gardencorev1beta1.ZoneSelectionMode(mode)}
	}
	spec.Provider = gardencorev1beta1.SeedProvider{Type: pick(random, "local", "local", "local", "aws"), Region: pick(random, scheduleRegions...), Zones: someOf(random, []string{"a", "b", "c", "d"})}
	spec.Networks = gardencorev1beta1.SeedNetworks{Pods: drawRange(random), Services: drawRange(random)}
	if !rarely(random, 3) {
		nodes := drawRange(random)
		spec.Networks.Nodes = &nodes
	}
	if rarely(random, 3) {
		pods, services := drawRange(random), drawRange(random)
		spec.Networks.ShootDefaults = &gardencorev1beta1.ShootNetworks{Pods: &pods, Services: &services}
	}
	for _, name := range someOf(random, []string{"eu-only", "audited"}) {
		spec.AccessRestrictions = append(spec.AccessRestrictions, gardencorev1beta1.AccessRestriction{Name: name})
	}
	for _, domain := range someOf(random, []string{"example.org", "dev.example.org"}) {
		spec.DNS.Defaults = append(spec.DNS.Defaults, gardencorev1beta1.SeedDNSProviderConfig{Domain: domain})
	}
	for range random.Intn(6) / 4 {
		taint := gardencorev1beta1.SeedTaint{Key: pick(random, "foo", "bar")}
		if rarely(random, 2) {
			value := pick(random, "a", "")
			taint.Value = &value
		}
		spec.Taints = append(spec.Taints, taint)
	}
	if rarely(random, 2) {
		spec.Backup = &gardencorev1beta1.Backup{Provider: "local"}
	}
	if rarely(random, 10) {
		seed.Annotations["shoot.gardener.cloud/emergency-stop-reconciliations"] = pick(random, "true", "true", "false", "1")
	}
	if rarely(random, 15) {
		seed.DeletionTimestamp, seed.Finalizers = &metav1.Time{Time: startInstant}, []string{"gardener"}
	}
	if !rarely(random, 12) {
		seed.Status.LastOperation = &gardencorev1beta1.LastOperation{}
	}
	for _, kind := range []gardencorev1beta1.ConditionType{"GardenletReady", "BackupBucketsReady"} {
		if !rarely(random, 12) {
			status := pick(random, gardencorev1beta1.ConditionTrue, gardencorev1beta1.ConditionTrue, gardencorev1beta1.ConditionTrue, gardencorev1beta1.ConditionTrue, gardencorev1beta1.ConditionFalse, gardencorev1beta1.ConditionUnknown)
			seed.Status.Conditions = append(seed.Status.Conditions, gardencorev1beta1.Condition{Type: kind, Status: status})
		}
	}
	if rarely(random, 2) {
		seed.Status.Allocatable = corev1.ResourceList{"shoots": resource.MustParse(pick(random, "0", "1", "2", "1500m", "2k"))}
	}
	return seed
}

func drawPendingShoot(random *rand.Rand) *gardencorev1beta1.Shoot {
	shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Name: "one", Namespace: "garden-dev"}}
	spec := &shoot.Spec
	spec.CloudProfile = &gardencorev1beta1.CloudProfileReference{Kind: "CloudProfile", Name: "local"}
	spec.Region, spec.Provider.Type = pick(random, scheduleRegions...), "local"
	for number := range random.Intn(3) {
		spec.Provider.Workers = append(spec.Provider.Workers, gardencorev1beta1.Worker{Name: fmt.Sprint(number), Zones: someOf(random, []string{"a", "c", "x"})})
	}
	if rarely(random, 2) {
		purpose := pick(random, gardencorev1beta1.ShootPurposeTesting, gardencorev1beta1.ShootPurposeProduction)
		spec.Purpose = &purpose
	}
	if rarely(random, 2) {
		spec.ControlPlane = &gardencorev1beta1.ControlPlane{}
		if rarely(random, 2) {
			spec.ControlPlane.HighAvailability = &gardencorev1beta1.HighAvailability{FailureTolerance: gardencorev1beta1.FailureTolerance{Type: pick(random, gardencorev1beta1.FailureToleranceTypeZone, gardencorev1beta1.FailureToleranceTypeNode)}}
		}
		if rarely(random, 2) {
			spec.ControlPlane.Zones = someOf(random, []string{"a", "b"})
		}
	}
	for _, name := range someOf(random, []string{"eu-only", "audited"}) {
		if rarely(random, 3) {
			restriction := gardencorev1beta1.AccessRestrictionWithOptions{AccessRestriction: gardencorev1beta1.AccessRestriction{Name: name}}
			spec.AccessRestrictions = append(spec.AccessRestrictions, restriction)
			if rarely(random, 4) {
				spec.AccessRestrictions = append(spec.AccessRestrictions, restriction)
			}
		}
	}
	if rarely(random, 2) {
		domain := pick(random, "one.dev.example.org", "one.dev.dev.example.org", "two.dev.example.org", "one.example.com", "example.org")
		spec.DNS = &gardencorev1beta1.DNS{Domain: &domain}
	}
	if rarely(random, 4) {
		spec.SeedSelector = &gardencorev1beta1.SeedSelector{LabelSelector: drawScheduleSelector(random)}
	}
	for _, key := range someOf(random, []string{"foo", "bar", "foo"}) {
		toleration := gardencorev1beta1.Toleration{Key: key}
		if rarely(random, 2) {
			value := pick(random, "a", "b", "")
			toleration.Value = &value
		}
		spec.Tolerations = append(spec.Tolerations, toleration)
	}
	if !rarely(random, 4) {
		networking := &gardencorev1beta1.Networking{IPFamilies: []gardencorev1beta1.IPFamily{pick(random, gardencorev1beta1.IPFamilyIPv4, gardencorev1beta1.IPFamilyIPv6)}}
		for _, field := range []**string{&networking.Pods, &networking.Services, &networking.Nodes} {
			if rarely(random, 2) {
				value := drawRange(random)
				*field = &value
			}
		}
		spec.Networking = networking
	}
	if rarely(random, 12) {
		status := &gardencorev1beta1.NetworkingStatus{}
		for _, field := range []*[]string{&status.Pods, &status.Services, &status.Nodes} {
			for range random.Intn(3) {
				*field = append(*field, drawRange(random))
			}
		}
		shoot.Status.Networking = status
	}
	return shoot
}

func drawScheduling(random *rand.Rand) (any, any) {
	shoot := drawPendingShoot(random)
	profile := &gardencorev1beta1.CloudProfile{ObjectMeta: metav1.ObjectMeta{Name: "local"}}
	if rarely(random, 3) {
		profile.Spec.SeedSelector = &gardencorev1beta1.SeedSelector{LabelSelector: drawScheduleSelector(random), ProviderTypes: someOf(random, []string{"aws", "local", "*"})}
		if rarely(random, 2) {
			profile.Spec.SeedSelector.LabelSelector = metav1.LabelSelector{}
		}
	}
	namespace := shoot.Namespace
	objects := []client.Object{shoot, profile, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace, Labels: map[string]string{"project.gardener.cloud/name": "dev"}}}, &gardencorev1beta1.Project{ObjectMeta: metav1.ObjectMeta{Name: "dev"}, Spec: gardencorev1beta1.ProjectSpec{Namespace: &namespace}}}
	seeds, shoots := []*gardencorev1beta1.Seed{}, []*gardencorev1beta1.Shoot{}
	for number := range random.Intn(6) {
		seed := drawSeed(random, number)
		seeds, objects = append(seeds, seed), append(objects, seed)
	}
	for number := range random.Intn(6) {
		other := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("other-%d", number), Namespace: namespace}}
		for _, field := range []**string{&other.Spec.SeedName, &other.Status.SeedName} {
			if !rarely(random, 3) {
				name := fmt.Sprintf("seed-%d", random.Intn(3))
				*field = &name
			}
		}
		shoots, objects = append(shoots, other), append(objects, other)
	}
	input := map[string]any{"shoot": shoot.DeepCopy(), "cloudProfile": profile.DeepCopy(), "seeds": seeds, "shoots": shoots}
	strategy := pick(random, schedulerconfigv1alpha1.SameRegion, schedulerconfigv1alpha1.MinimalDistance, schedulerconfigv1alpha1.MinimalDistance)
	input["strategy"] = strategy
	if rarely(random, 3) {
		distances, text := map[string]int{}, ""
		for _, region := range someOf(random, scheduleRegions[:9]) {
			distances[region] = random.Intn(4) - 1
			text += fmt.Sprintf("%s: %d\n", region, distances[region])
		}
		if shoot.Spec.Region != "" && text != "" {
			input["distances"] = distances
			objects = append(objects, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "regions", Namespace: "garden", Labels: map[string]string{"scheduling.gardener.cloud/purpose": "region-config"}, Annotations: map[string]string{"scheduling.gardener.cloud/cloudprofiles": "other, local"}}, Data: map[string]string{shoot.Spec.Region: text}})
		}
	}
	told := map[string]any{"scheduled": false, "lastOperation": nil, "retries": false}
	binding := interceptor.Funcs{SubResourceUpdate: func(_ context.Context, _ client.Client, name string, object client.Object, _ ...client.SubResourceUpdateOption) error {
		told["scheduled"], told["seed"] = name == "binding", *object.(*gardencorev1beta1.Shoot).Spec.SeedName
		return nil
	}}
	garden := fake.NewClientBuilder().WithScheme(kubernetes.GardenScheme).WithObjects(objects...).WithStatusSubresource(&gardencorev1beta1.Shoot{}).
		WithIndex(&gardencorev1beta1.Project{}, gardencore.ProjectNamespace, indexer.ProjectNamespaceIndexerFunc).WithInterceptorFuncs(binding).Build()
	reconciler := scheduler.Reconciler{Client: garden, GardenNamespace: "garden", Recorder: &events.FakeRecorder{}, Config: &schedulerconfigv1alpha1.ShootSchedulerConfiguration{Strategy: strategy}}
	key := types.NamespacedName{Namespace: namespace, Name: shoot.Name}
	_, err := reconciler.Reconcile(logr.NewContext(context.Background(), logr.Discard()), reconcile.Request{NamespacedName: key})
	told["retries"] = err != nil
	after := &gardencorev1beta1.Shoot{}
	if err := garden.Get(context.Background(), key, after); err != nil {
		panic(err)
	}
	if last := after.Status.LastOperation; last != nil {
		told["lastOperation"] = map[string]any{"type": last.Type, "state": last.State, "text": last.Description}
	}
	return input, told
}

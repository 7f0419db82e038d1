package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"maps"
	"math/rand"
	"regexp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apiserver/pkg/authorization/authorizerfactory"
	kubeinformers "k8s.io/client-go/informers"

	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	securityv1alpha1 "github.com/gardener/gardener/pkg/apis/security/v1alpha1"
	shootregistry "github.com/gardener/gardener/pkg/apiserver/registry/core/shoot"
	gardencoreinformers "github.com/gardener/gardener/pkg/client/core/informers/externalversions"
	gardensecurityinformers "github.com/gardener/gardener/pkg/client/security/informers/externalversions"
	"github.com/gardener/gardener/plugin/pkg/shoot/mutator"
	"github.com/gardener/gardener/plugin/pkg/shoot/validator"
)

// admissionText has the values that are tried on a Shoot that the profile and the Seed below admit.
//
//go:embed admission.json
var admissionText []byte

var admissionTable = readTable(admissionText)

const admissionProfile = `{
  "type": "local",
  "kubernetes": {"versions": [{"version": "1.33.1", "expirationDate": "2020-01-01T00:00:00Z"}, {"version": "1.34.3"}, {"version": "1.34.4", "expirationDate": "2020-01-01T00:00:00Z"}, {"version": "1.34.5"}, {"version": "1.35.1", "classification": "preview"}]},
  "machineImages": [
    {"name": "linux", "updateStrategy": "major", "versions": [
      {"version": "0.9.0", "architectures": ["amd64", "arm64"], "cri": [{"name": "containerd"}]},
      {"version": "1.0.0", "architectures": ["amd64", "arm64"], "cri": [{"name": "containerd", "containerRuntimes": [{"type": "gvisor"}]}]},
      {"version": "1.1.0", "architectures": ["amd64"], "expirationDate": "2020-01-01T00:00:00Z", "cri": [{"name": "containerd"}]},
      {"version": "2.0.0", "architectures": ["amd64"], "kubeletVersionConstraint": "< 1.34", "cri": [{"name": "containerd"}]}]},
    {"name": "other", "updateStrategy": "major", "versions": [{"version": "1.0.0", "architectures": ["arm64"], "cri": [{"name": "containerd"}]}]}],
  "machineTypes": [
    {"name": "large", "cpu": "4", "gpu": "0", "memory": "16Gi", "architecture": "amd64", "usable": true},
    {"name": "small", "cpu": "2", "gpu": "0", "memory": "8Gi", "architecture": "amd64", "usable": true, "storage": {"class": "standard", "type": "fast", "minSize": "15Gi"}},
    {"name": "arm", "cpu": "4", "gpu": "0", "memory": "16Gi", "architecture": "arm64", "usable": true},
    {"name": "old", "cpu": "4", "gpu": "0", "memory": "16Gi", "architecture": "amd64", "usable": false},
    {"name": "rare", "cpu": "4", "gpu": "0", "memory": "16Gi", "architecture": "amd64", "usable": true}],
  "volumeTypes": [{"name": "fast", "class": "premium", "usable": true}, {"name": "slow", "class": "standard", "usable": true, "minSize": "30Gi"}, {"name": "gone", "class": "standard", "usable": false}, {"name": "rare", "class": "standard", "usable": true}],
  "regions": [{"name": "here", "accessRestrictions": [{"name": "eu"}, {"name": "audited"}], "zones": [{"name": "a"}, {"name": "b", "unavailableMachineTypes": ["rare"], "unavailableVolumeTypes": ["rare"]}, {"name": "c"}]}],
  "limits": {"maxNodesTotal": 3}
}`

const admissionSeed = `{"metadata": {"name": "seed", "labels": {"tier": "gold"}}, "spec": {"provider": {"type": "local", "region": "here", "zones": ["a", "b"]}, "accessRestrictions": [{"name": "eu"}],
  "networks": {"pods": "10.1.0.0/16", "services": "10.2.0.0/16", "nodes": "10.3.0.0/16", "ipFamilies": ["IPv4"]}}}`

var admissionStatuses = []string{
	`{}`,
	`{"seedName": "seed", "lastOperation": {"type": "Reconcile", "state": "Succeeded", "progress": 100}}`,
	`{"seedName": "elsewhere", "lastOperation": {"type": "Reconcile", "state": "Succeeded", "progress": 100}}`,
}

// capableProfile is the same with capabilities.
func capableProfile() gardencorev1beta1.CloudProfileSpec {
	spec := *read1[gardencorev1beta1.CloudProfileSpec](admissionProfile)
	amd, arm := gardencorev1beta1.Capabilities{"architecture": {"amd64"}}, gardencorev1beta1.Capabilities{"architecture": {"arm64"}}
	plain := gardencorev1beta1.Capabilities{"architecture": {"amd64"}, "gpu": {"none"}}
	nvidia := gardencorev1beta1.Capabilities{"architecture": {"amd64"}, "gpu": {"nvidia"}}
	spec.MachineCapabilities = []gardencorev1beta1.CapabilityDefinition{{Name: "architecture", Values: []string{"amd64", "arm64"}}, {Name: "gpu", Values: []string{"none", "nvidia"}}}
	types := map[string]gardencorev1beta1.Capabilities{"large": plain, "small": amd, "arm": arm, "old": amd, "rare": nvidia}
	for index, one := range spec.MachineTypes {
		spec.MachineTypes[index].Capabilities = types[one.Name]
	}
	flavors := map[string][]gardencorev1beta1.Capabilities{
		"linux 0.9.0": {amd, arm}, "linux 1.0.0": {plain, arm}, "linux 1.1.0": {amd}, "linux 2.0.0": {nvidia}, "other 1.0.0": {arm},
	}
	for _, image := range spec.MachineImages {
		for index, version := range image.Versions {
			for _, one := range flavors[image.Name+" "+version.Version] {
				image.Versions[index].CapabilityFlavors = append(image.Versions[index].CapabilityFlavors, gardencorev1beta1.MachineImageFlavor{Capabilities: one})
			}
		}
	}
	return spec
}

// plugins are those that look at the profile and the Seed.
type plugins struct {
	profile  gardencorev1beta1.CloudProfileSpec
	garden   gardencoreinformers.SharedInformerFactory
	mutate   *mutator.MutateShoot
	validate *validator.ValidateShoot
}

func read1[Object any](text string) *Object {
	object := new(Object)
	if err := json.Unmarshal([]byte(text), object); err != nil {
		panic(err)
	}
	return object
}

func makePlugins(spec gardencorev1beta1.CloudProfileSpec) plugins {
	security := gardensecurityinformers.NewSharedInformerFactory(nil, 0)
	kube := kubeinformers.NewSharedInformerFactory(nil, 0)
	profile := &gardencorev1beta1.CloudProfile{ObjectMeta: metav1.ObjectMeta{Name: "local"}, Spec: spec}
	namespace := "garden-one"
	garden := cacheOf(profile, read1[gardencorev1beta1.Seed](admissionSeed), &gardencorev1beta1.Project{
		ObjectMeta: metav1.ObjectMeta{Name: "one"}, Spec: gardencorev1beta1.ProjectSpec{Namespace: &namespace},
	})
	account := &securityv1alpha1.CredentialsBinding{
		ObjectMeta: metav1.ObjectMeta{Name: "account", Namespace: namespace}, Provider: securityv1alpha1.CredentialsBindingProvider{Type: "local"},
		CredentialsRef: corev1.ObjectReference{APIVersion: "v1", Kind: "Secret", Name: "account", Namespace: namespace},
	}
	must(account, security.Security().V1alpha1().CredentialsBindings().Informer().GetStore().Add(account))
	made := plugins{spec, garden, must(mutator.New()), must(validator.New())}
	made.mutate.AssignReadyFunc(ready)
	made.mutate.SetCoreInformerFactory(garden)
	made.validate.AssignReadyFunc(ready)
	made.validate.SetAuthorizer(authorizerfactory.NewAlwaysAllowAuthorizer())
	made.validate.SetCoreInformerFactory(garden)
	made.validate.SetSecurityInformerFactory(security)
	made.validate.SetKubeInformerFactory(kube)
	return made
}

var (
	made    = makePlugins(*read1[gardencorev1beta1.CloudProfileSpec](admissionProfile))
	capable = makePlugins(capableProfile())
)

// drawAdmission changes a Shoot that the profile admits.
func drawAdmission(random *rand.Rand) (any, any) {
	asked := pick(random, made, made, capable)
	input, expect := change{admissionBase, admissionTable, "spec.", admissionStatuses, 2, asked.admitted}.draw(random)
	maps.Copy(input, admissionInput(asked.profile))
	return input, expect
}

// admissionBase is a Shoot that the profile and the Seed admit.
func admissionBase() any {
	base := readBase()
	put(base, []string{"spec", "provider", "workers", "0", "volume", "type"}, "fast")
	put(base, []string{"spec", "provider", "workers", "1", "volume"}, object{"type": "fast", "size": "50Gi"})
	put(base, []string{"spec", "provider", "workers", "1", "zones"}, []any{"a"})
	return base
}

func admissionInput(profile any) map[string]any {
	return map[string]any{"profile": profile, "seed": json.RawMessage(admissionSeed)}
}

// admitted asks both plugins, in the order of the API server. What static validation refuses never comes to the second.
// It says no where Gardener panics: with capabilities, a pool of a machine type that is not offered does it.
func (p plugins) admitted(next, old *core.Shoot) (found []string, judged bool) {
	defer func() { judged = recover() == nil && judged }()
	attributes := requestOf(next, old)
	if err := p.mutate.Admit(context.Background(), attributes, nil); err != nil {
		return fieldsIn(err), true
	}
	shootregistry.NewStrategy(0).PrepareForUpdate(context.Background(), next, old)
	static, judged := validated(next, old)
	if !judged || len(static) > 0 || equality.Semantic.DeepEqual(next.Spec, old.Spec) {
		return nil, false
	}
	return fieldsIn(p.validate.Validate(context.Background(), attributes, nil)), true
}

var kindWords = map[string]string{
	"Forbidden": "Forbidden", "Invalid value": "Invalid", "Required value": "Required", "Duplicate value": "Duplicate",
	"Unsupported value": "NotSupported", "Too long": "TooLong",
}

var fieldError = regexp.MustCompile(`(?:^|[ \[])((?:spec|metadata|status)[.\w\[\]/-]*): (Forbidden|Invalid value|Required value|Duplicate value|Unsupported value|Too long)`)

// fieldsIn finds the fields in the text of a refusal. A refusal that names none is one of its own.
func fieldsIn(err error) []string {
	found := []string{}
	if err == nil {
		return found
	}
	text := err.Error()
	var status *apierrors.StatusError
	if errors.As(err, &status) {
		_, text, _ = strings.Cut(status.ErrStatus.Message, "is forbidden: ")
	}
	for _, match := range fieldError.FindAllStringSubmatch(text, -1) {
		if one := match[1] + " " + kindWords[match[2]]; !slices.Contains(found, one) {
			found = append(found, one)
		}
	}
	if len(found) == 0 {
		found = append(found, "refused")
	}
	slices.Sort(found)
	return found
}

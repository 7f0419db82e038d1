package main

import (
	"fmt"
	"math/rand"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	utilfeature "k8s.io/apiserver/pkg/util/feature"

	"github.com/gardener/gardener/pkg/api/core/validation"
	"github.com/gardener/gardener/pkg/apis/core"
	apiserverfeatures "github.com/gardener/gardener/pkg/apiserver/features"
	"github.com/gardener/gardener/pkg/features"
)

func init() {
	apiserverfeatures.RegisterFeatureGates()
}

var profileRules = []rule{
	{field.ErrorTypeRequired, "must provide at least one Kubernetes version", "NO_VERSIONS"},
	{field.ErrorTypeInvalid, "failed to determine the latest", "LATEST_UNDETERMINED"},
	{field.ErrorTypeInvalid, "of latest kubernetes version", "LATEST_EXPIRES"},
	{field.ErrorTypeInvalid, "must match the regex", "VERSION_PATTERN"},
	{field.ErrorTypeForbidden, "must not overlap", "SUPPORTED_OVERLAP"},
	{field.ErrorTypeForbidden, "cannot be turned unavailable", "TURNED_UNAVAILABLE"},
	{field.ErrorTypeForbidden, "disabled VersionClassificationLifecycle", "LIFECYCLE_GATE_DISABLED"},
	{field.ErrorTypeForbidden, "cannot specify `classification` expired", "CLASSIFICATION_EXPIRED"},
	{field.ErrorTypeForbidden, "in combination with `lifecycle`", "LIFECYCLE_AND_LEGACY"},
	{field.ErrorTypeNotSupported, "", "CLASSIFICATION_UNKNOWN"},
}

// readProfile tells the errors of a lifecycle by their place too, for their words are alike.
func readProfile(errors field.ErrorList, rules []rule) faults {
	found := read(errors, "", rules)
	for number, err := range errors {
		one := &found.Errors[number]
		one.Type = strings.TrimPrefix(string(err.Type), "FieldValue")
		inLifecycle := strings.Contains(err.Field, "].lifecycle[")
		switch {
		case err.Type == field.ErrorTypeDuplicate && inLifecycle:
			one.Code = "LIFECYCLE_DUPLICATE"
		case err.Type == field.ErrorTypeDuplicate:
			one.Code = "VERSION_DUPLICATE"
		case err.Type == field.ErrorTypeRequired && inLifecycle:
			one.Code = "LIFECYCLE_START_REQUIRED"
		case err.Type == field.ErrorTypeInvalid && inLifecycle && strings.HasSuffix(err.Field, ".classification"):
			one.Code = "LIFECYCLE_ORDER"
		case err.Type == field.ErrorTypeInvalid && inLifecycle:
			one.Code = "LIFECYCLE_START_ORDER"
		}
	}
	return found
}

func drawInstant(random *rand.Rand) metav1.Time {
	return metav1.Time{Time: time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, pick(random, -60, -30, 30, 60, 90))}
}

func drawClassification(random *rand.Rand) core.VersionClassification {
	return core.VersionClassification(pick(random, "preview", "supported", "supported", "deprecated", "expired", "dummy"))
}

func drawKubernetes(random *rand.Rand) string {
	if random.Intn(40) == 0 {
		return pick(random, "1.33", "v1.33.1", "1.33.1-a", "a.b.c")
	}
	return fmt.Sprintf("1.%d.%d", 33+random.Intn(2), random.Intn(4))
}

// drawGates switches Gardener's gate, and tells how it stands.
func drawGates(random *rand.Rand) map[string]any {
	on := random.Intn(4) != 0
	setGate(on)
	return map[string]any{"VersionClassificationLifecycle": on}
}

func setGate(on bool) {
	setting := fmt.Sprintf("%s=%t", features.VersionClassificationLifecycle, on)
	if err := utilfeature.DefaultMutableFeatureGate.Set(setting); err != nil {
		panic(err)
	}
}

// below keeps the errors of one part of a spec.
func below(errors field.ErrorList, path string) field.ErrorList {
	var own field.ErrorList
	for _, err := range errors {
		if strings.HasPrefix(err.Field, path) {
			own = append(own, err)
		}
	}
	return own
}

// drawVersion gives a version a life, as the API server has it, and as it stands in a request.
func drawVersion(random *rand.Rand, text string) (core.ExpirableVersion, map[string]any) {
	version := core.ExpirableVersion{Version: text}
	told := map[string]any{"version": text}
	if random.Intn(3) == 0 {
		stages := []map[string]any{}
		for range 1 + random.Intn(3) {
			stage := core.LifecycleStage{Classification: drawClassification(random)}
			one := map[string]any{"classification": stage.Classification}
			if random.Intn(3) != 0 {
				start := drawInstant(random)
				stage.StartTime = &start
				one["startTime"] = start.Format(time.RFC3339)
			}
			version.Lifecycle = append(version.Lifecycle, stage)
			stages = append(stages, one)
		}
		told["lifecycle"] = stages
		if random.Intn(8) != 0 {
			return version, told
		}
	}
	if random.Intn(4) != 0 {
		classification := drawClassification(random)
		version.Classification = &classification
		told["classification"] = classification
	}
	if random.Intn(3) == 0 {
		ends := drawInstant(random)
		version.ExpirationDate = &ends
		told["expirationDate"] = ends.Format(time.RFC3339)
	}
	return version, told
}

// drawVersions makes the Kubernetes versions of a profile.
func drawVersions(random *rand.Rand) ([]core.ExpirableVersion, []map[string]any) {
	var versions []core.ExpirableVersion
	told := []map[string]any{}
	for range random.Intn(5) {
		version, one := drawVersion(random, drawKubernetes(random))
		versions = append(versions, version)
		told = append(told, one)
	}
	return versions, told
}

func drawProfileKubernetes(random *rand.Rand) (any, any) {
	gates := drawGates(random)
	versions, told := drawVersions(random)
	profile := &core.CloudProfile{Spec: core.CloudProfileSpec{Kubernetes: core.KubernetesSettings{Versions: versions}}}
	own := below(validation.ValidateCloudProfile(profile), "spec.kubernetes")
	input := map[string]any{"versions": told, "gates": gates, "now": time.Now().UTC().Format(time.RFC3339)}
	return input, readProfile(own, profileRules)
}

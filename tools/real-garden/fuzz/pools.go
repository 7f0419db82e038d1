package main

import (
	"math/rand"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/gardener/gardener/pkg/api/core/validation"
	"github.com/gardener/gardener/pkg/apis/core"
)

var strategies = []core.MachineUpdateStrategy{
	core.AutoRollingUpdate, core.AutoInPlaceUpdate, core.ManualInPlaceUpdate,
}

var surgeRules = []rule{
	{field.ErrorTypeInvalid, "must not be greater than 100%", "OVER_100_PERCENT"},
	{field.ErrorTypeInvalid, "must be an integer or percentage", "NOT_INT_OR_PERCENT"},
	{field.ErrorTypeInvalid, "must be greater than or equal to 0", "NEGATIVE"},
	{field.ErrorTypeInvalid, "may not be 0 when", "BOTH_ZERO"},
	{field.ErrorTypeInvalid, "should not be set when", "MANUAL_MUST_BE_UNSET"},
}

func drawAmount(random *rand.Rand) *intstr.IntOrString {
	if random.Intn(5) == 0 {
		return nil
	}
	texts := []string{"0%", "00%", "1%", "100%", "101%", "250%", "", "5", "0", "+0", "-1", "-5%", "a%", "1.5%", " 1%", "%"}
	amount := intstr.FromString(texts[random.Intn(len(texts))])
	if random.Intn(2) == 0 {
		amount = intstr.FromInt32(pick[int32](random, -1, 0, 0, 1, 2, 100, 101))
	}
	return &amount
}

func drawSurge(random *rand.Rand) (any, any) {
	strategy := strategies[random.Intn(len(strategies))]
	worker := core.Worker{UpdateStrategy: &strategy, MaxSurge: drawAmount(random), MaxUnavailable: drawAmount(random)}
	input := map[string]any{"updateStrategy": strategy}
	if worker.MaxSurge != nil {
		input["maxSurge"] = worker.MaxSurge
	}
	if worker.MaxUnavailable != nil {
		input["maxUnavailable"] = worker.MaxUnavailable
	}
	var own field.ErrorList
	for _, err := range validation.ValidateWorker(worker, core.Kubernetes{Version: "1.34.1"}, "garden", "local", field.NewPath("pool"), false) {
		if err.Field == "pool.maxSurge" || err.Field == "pool.maxUnavailable" {
			own = append(own, err)
		}
	}
	return input, read(own, "pool.", surgeRules)
}

var settingRules = []rule{
	{field.ErrorTypeInvalid, "must not be negative", "NEGATIVE"},
	{field.ErrorTypeInvalid, "must be non-negative", "NEGATIVE"},
	{field.ErrorTypeInvalid, "must be greater than or equal to 0", "NEGATIVE"},
	{field.ErrorTypeForbidden, "when the update strategy is", "IN_PLACE_ONLY"},
	{field.ErrorTypeInvalid, "maximum-1", "LEAVE_ONE_FOR_SYSTEM_COMPONENTS"},
	{field.ErrorTypeInvalid, "must not be greater than maximum value", "OVER_MAXIMUM"},
}

func drawMachineSettings(random *rand.Rand) (any, any) {
	strategy := strategies[random.Intn(len(strategies))]
	maximum := int32(random.Intn(5))
	system := random.Intn(2) == 0
	settings := &core.MachineControllerManagerSettings{}
	told := map[string]any{}
	duration := func(name string) *metav1.Duration {
		if random.Intn(3) != 0 {
			return nil
		}
		drawn := metav1.Duration{Duration: pick(random, -2*time.Minute, -time.Nanosecond, 0, time.Second, 20*time.Minute)}
		told[name] = drawn.Duration.String()
		return &drawn
	}
	settings.MachineDrainTimeout = duration("machineDrainTimeout")
	settings.MachineHealthTimeout = duration("machineHealthTimeout")
	settings.MachineCreationTimeout = duration("machineCreationTimeout")
	settings.MachinePreserveTimeout = duration("machinePreserveTimeout")
	settings.MachineInPlaceUpdateTimeout = duration("inPlaceUpdateTimeout")
	if random.Intn(3) == 0 {
		retries := pick[int32](random, -1, 0, 10)
		settings.MaxEvictRetries = &retries
		told["maxEvictRetries"] = retries
	}
	if random.Intn(3) == 0 {
		disabled := random.Intn(2) == 0
		settings.DisableHealthTimeout = &disabled
		told["disableHealthTimeout"] = disabled
	}
	if random.Intn(2) == 0 {
		most := int32(random.Intn(7) - 1)
		settings.AutoPreserveFailedMachineMax = &most
		told["autoPreserveFailedMachineMax"] = most
	}
	input := map[string]any{
		"updateStrategy":          strategy,
		"maximum":                 maximum,
		"systemComponentsAllowed": system,
		"settings":                told,
	}
	errors := validation.ValidateMachineControllerManagerSettingsOptions(settings, &strategy, maximum, system, field.NewPath("settings"))
	return input, read(errors, "settings.", settingRules)
}

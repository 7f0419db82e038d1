package main

import (
	"context"
	"math/rand"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/gardener/gardener/pkg/api/core/validation"
	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/utils"
	"github.com/gardener/gardener/plugin/pkg/shoot/tolerationrestriction"
	"github.com/gardener/gardener/plugin/pkg/shoot/tolerationrestriction/apis/shoottolerationrestriction"
)

var tolerationRules = []rule{
	{field.ErrorTypeDuplicate, "", "DUPLICATE"},
	{field.ErrorTypeRequired, "", "KEY_REQUIRED"},
}

func drawTolerations(random *rand.Rand) (any, any) {
	shoot := &core.Shoot{Spec: core.ShootSpec{Provider: core.Provider{Type: "local"}}}
	told := []map[string]any{}
	for range random.Intn(5) {
		toleration := core.Toleration{Key: pick(random, "foo", "bar", "")}
		one := map[string]any{}
		if toleration.Key != "" || random.Intn(2) == 0 {
			one["key"] = toleration.Key
		}
		if random.Intn(2) == 0 {
			value := pick(random, "a", "b", "")
			toleration.Value = &value
			one["value"] = value
		}
		shoot.Spec.Tolerations = append(shoot.Spec.Tolerations, toleration)
		told = append(told, one)
	}
	var own field.ErrorList
	for _, err := range validation.ValidateShoot(shoot) {
		if strings.HasPrefix(err.Field, "spec.tolerations") {
			own = append(own, err)
		}
	}
	return map[string]any{"tolerations": told}, read(own, "", tolerationRules)
}

func drawTolerationList(random *rand.Rand) []core.Toleration {
	list := []core.Toleration{}
	for range random.Intn(5) {
		toleration := core.Toleration{Key: pick(random, "foo", "bar", "baz", "foo=a")}
		if random.Intn(2) == 0 {
			value := pick(random, "a", "b", "")
			toleration.Value = &value
		}
		list = append(list, toleration)
	}
	return list
}

// written gives tolerations the form that they have in a request and in a Project.
func written(list []core.Toleration) []gardencorev1beta1.Toleration {
	found := []gardencorev1beta1.Toleration{}
	for _, toleration := range list {
		found = append(found, gardencorev1beta1.Toleration{Key: toleration.Key, Value: toleration.Value})
	}
	return found
}

func shootWith(tolerations []core.Toleration) *core.Shoot {
	return &core.Shoot{ObjectMeta: metav1.ObjectMeta{Name: "one", Namespace: "garden-one"}, Spec: core.ShootSpec{Tolerations: tolerations}}
}

// restriction is the admission plugin, with a Project in its cache.
func restriction(configured shoottolerationrestriction.Configuration, project gardencorev1beta1.ProjectTolerations) *tolerationrestriction.TolerationRestriction {
	namespace := "garden-one"
	plugin := must(tolerationrestriction.New(&configured))
	plugin.AssignReadyFunc(ready)
	plugin.SetCoreInformerFactory(cacheOf(&gardencorev1beta1.Project{
		ObjectMeta: metav1.ObjectMeta{Name: "one"},
		Spec:       gardencorev1beta1.ProjectSpec{Namespace: &namespace, Tolerations: &project},
	}))
	return plugin
}

// drawTolerationsAllowed asks about each toleration by itself, and holds the answer to all of them together against that.
func drawTolerationsAllowed(random *rand.Rand) (any, any) {
	wanted, global, project := drawTolerationList(random), drawTolerationList(random), written(drawTolerationList(random))
	plugin := restriction(shoottolerationrestriction.Configuration{Whitelist: global}, gardencorev1beta1.ProjectTolerations{Whitelist: project})
	input := map[string]any{"operation": "create", "tolerations": written(wanted), "projectWhitelist": project, "globalWhitelist": written(global)}
	var old runtime.Object
	if random.Intn(2) == 0 {
		before := drawTolerationList(random)
		old = shootWith(before)
		input["operation"], input["oldTolerations"] = "update", written(before)
	}
	refuses := func(tolerations []core.Toleration) bool {
		return plugin.Validate(context.Background(), requestOf(shootWith(tolerations), old), nil) != nil
	}
	rejected := []string{}
	for number, toleration := range wanted {
		if refuses(wanted[number : number+1]) {
			rejected = append(rejected, utils.IDForKeyWithOptionalValue(toleration.Key, toleration.Value))
		}
	}
	if refuses(wanted) != (len(rejected) > 0) {
		panic("tolerations are not judged one by one")
	}
	return input, map[string]any{"rejected": rejected}
}

func drawTolerationDefaults(random *rand.Rand) (any, any) {
	given, global, project := drawTolerationList(random), drawTolerationList(random), written(drawTolerationList(random))
	plugin := restriction(shoottolerationrestriction.Configuration{Defaults: global}, gardencorev1beta1.ProjectTolerations{Defaults: project})
	input := map[string]any{"operation": "create", "tolerations": written(given), "projectDefaults": project, "globalDefaults": written(global)}
	next, old := shootWith(given), runtime.Object(nil)
	if random.Intn(4) == 0 {
		old = shootWith(given)
		input["operation"] = "update"
	}
	if err := plugin.Admit(context.Background(), requestOf(next, old), nil); err != nil {
		panic(err)
	}
	return input, map[string]any{"tolerations": written(next.Spec.Tolerations)}
}

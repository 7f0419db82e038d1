package reconcilers

import (
	"context"
	"encoding/json"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	schedulerconfigv1alpha1 "github.com/gardener/gardener/pkg/apis/config/scheduler/v1alpha1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	scheduler "github.com/gardener/gardener/pkg/scheduler/controller/shoot"
)

// stages are the filters by words of their refusals.
var stages = []struct{ words, name string }{
	{"is valid for scheduling", "usable"},
	{"has the matching labels", "selector"},
	{"has a matching provider", "provider"},
	{"has at least 3 zones", "three-zones"},
	{"contains all requested control plane zones", "zones"},
	{"has any zone overlap", "zones"},
	{"supports the access restrictions", "access-restrictions"},
	{"support the domain", "domain"},
	{"have enabled shoot reconciliations", "emergency-stop"},
	{"are eligible for scheduling", "candidates"},
	{"no matching seed candidate found", "strategy"},
}

func askSchedule(input json.RawMessage) any {
	asked := read[struct {
		Shoot        shoot                                                  `json:"shoot"`
		Seeds        []gardencorev1beta1.Seed                               `json:"seeds"`
		CloudProfile *gardencorev1beta1.CloudProfile                        `json:"cloudProfile"`
		Strategy     schedulerconfigv1alpha1.CandidateDeterminationStrategy `json:"strategy"`
	}](input)
	if asked.CloudProfile == nil {
		asked.CloudProfile = &gardencorev1beta1.CloudProfile{ObjectMeta: metav1.ObjectMeta{Name: "local"}}
	}
	objects := append(projectOf(&asked.Shoot), &asked.Shoot, asked.CloudProfile)
	for number := range asked.Seeds {
		objects = append(objects, &asked.Seeds[number])
	}
	scheduled := false
	garden := gardenOf(interceptor.Funcs{SubResourceUpdate: func(_ context.Context, _ client.Client, name string, _ client.Object, _ ...client.SubResourceUpdateOption) error {
		scheduled = name == "binding"
		return nil
	}}, objects...)
	reconciler := scheduler.Reconciler{Client: garden, GardenNamespace: "garden", Recorder: &events.FakeRecorder{}, Config: &schedulerconfigv1alpha1.ShootSchedulerConfiguration{Strategy: asked.Strategy}}
	_, err := reconciler.Reconcile(quiet, requestFor(&asked.Shoot))
	told := map[string]any{"scheduled": scheduled, "retries": err != nil, "lastOperation": nil}
	if last := after(garden, &asked.Shoot).Status.LastOperation; last != nil {
		stage := last.Description
		for _, one := range stages {
			if strings.Contains(last.Description, one.words) {
				stage = one.name
				break
			}
		}
		told["lastOperation"] = map[string]any{"type": last.Type, "state": last.State, "stage": stage}
	}
	return told
}

package reconcilers

import (
	"context"
	"encoding/json"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/event"

	schedulerconfigv1alpha1 "github.com/gardener/gardener/pkg/apis/config/scheduler/v1alpha1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	predicateutils "github.com/gardener/gardener/pkg/controllerutils/predicate"
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

func askSchedule(input json.RawMessage) any { return schedule(input, false) }

// askScheduleWords tells the Seed and the words of a refusal as well.
func askScheduleWords(input json.RawMessage) any { return schedule(input, true) }

func schedule(input json.RawMessage, tellsMore bool) any {
	asked := read[struct {
		Shoot        shoot                                                  `json:"shoot"`
		Shoots       []shoot                                                `json:"shoots"`
		Seeds        []gardencorev1beta1.Seed                               `json:"seeds"`
		CloudProfile *gardencorev1beta1.CloudProfile                        `json:"cloudProfile"`
		Distances    map[string]int                                         `json:"distances"`
		Strategy     schedulerconfigv1alpha1.CandidateDeterminationStrategy `json:"strategy"`
	}](input)
	if !isLookedAt(&asked.Shoot) {
		return map[string]any{"scheduled": false, "retries": false, "lastOperation": nil}
	}
	if asked.CloudProfile == nil {
		asked.CloudProfile = &gardencorev1beta1.CloudProfile{ObjectMeta: metav1.ObjectMeta{Name: "local"}}
	}
	objects := append(projectOf(&asked.Shoot), &asked.Shoot, asked.CloudProfile)
	for number := range asked.Seeds {
		objects = append(objects, &asked.Seeds[number])
	}
	for number := range asked.Shoots {
		objects = append(objects, &asked.Shoots[number])
	}
	if asked.Distances != nil {
		objects = append(objects, distancesFrom(asked.Shoot.Spec.Region, asked.Distances))
	}
	scheduled, seed := false, ""
	garden := gardenOf(interceptor.Funcs{
		SubResourceUpdate: func(_ context.Context, _ client.Client, name string, object client.Object, _ ...client.SubResourceUpdateOption) error {
			scheduled, seed = name == "binding", valueOf(object.(*shoot).Spec.SeedName)
			return nil
		},
		// Of two Seeds with equally few Shoots it takes the first one that it reads.
		List: func(ctx context.Context, garden client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
			if seeds, isOfSeeds := list.(*gardencorev1beta1.SeedList); isOfSeeds {
				seeds.Items = asked.Seeds
				return nil
			}
			return garden.List(ctx, list, options...)
		},
	}, objects...)
	reconciler := scheduler.Reconciler{Client: garden, GardenNamespace: "garden", Recorder: &events.FakeRecorder{}, Config: &schedulerconfigv1alpha1.ShootSchedulerConfiguration{Strategy: asked.Strategy}}
	_, err := reconciler.Reconcile(quiet, requestFor(&asked.Shoot))
	told := map[string]any{"scheduled": scheduled, "retries": err != nil, "lastOperation": nil}
	if scheduled && tellsMore {
		told["seed"] = seed
	}
	if last := after(garden, &asked.Shoot).Status.LastOperation; last != nil {
		stage := last.Description
		for _, one := range stages {
			if strings.Contains(last.Description, one.words) {
				stage = one.name
				break
			}
		}
		told["lastOperation"] = map[string]any{"type": last.Type, "state": last.State, "stage": stage}
		if tellsMore {
			told["lastOperation"] = map[string]any{"type": last.Type, "state": last.State, "text": last.Description}
		}
	}
	return told
}

// isLookedAt is whether the scheduler is woken by a new Shoot.
func isLookedAt(one *shoot) bool {
	created, reconciler := event.CreateEvent{Object: one}, scheduler.Reconciler{}
	return reconciler.ShootUnassignedPredicate().Create(created) && reconciler.ShootIsNotSelfHosted().Create(created) && !predicateutils.IsDeleting().Create(created)
}

// distancesFrom is how an operator tells how far other regions are from one.
func distancesFrom(region string, distances map[string]int) client.Object {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: "garden", Name: "distances",
			Labels:      map[string]string{v1beta1constants.SchedulingPurpose: v1beta1constants.SchedulingPurposeRegionConfig},
			Annotations: map[string]string{v1beta1constants.AnnotationSchedulingCloudProfiles: "local"},
		},
		Data: map[string]string{region: string(must(json.Marshal(distances)))},
	}
}

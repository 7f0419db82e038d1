package main

import (
	"context"
	"math/rand"
	"strings"
	"time"
	_ "unsafe" // for go:linkname

	machinev1alpha1 "github.com/gardener/machine-controller-manager/pkg/apis/machine/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/gardener/gardener/pkg/api"
	"github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	fakekubernetes "github.com/gardener/gardener/pkg/client/kubernetes/fake"
	"github.com/gardener/gardener/pkg/gardenlet/controller/shoot/shoot"
	shoothelper "github.com/gardener/gardener/pkg/gardenlet/controller/shoot/shoot/helper"
)

// startOperation writes what a flow begins with. Reconcile goes on from there to clusters that are not there.
//
//go:linkname startOperation github.com/gardener/gardener/pkg/gardenlet/controller/shoot/shoot.(*Reconciler).updateShootStatusOperationStart
func startOperation(reconciler *shoot.Reconciler, ctx context.Context, shoot *gardencorev1beta1.Shoot, technicalID string, operationType gardencorev1beta1.LastOperationType) error

// acceptingGarden takes every write. What is written stands in the object itself.
type acceptingGarden struct{ client.Client }

func (acceptingGarden) Patch(context.Context, client.Object, client.Patch, ...client.PatchOption) error {
	return nil
}

func (acceptingGarden) Status() client.SubResourceWriter { return acceptingStatus{} }

type acceptingStatus struct{ client.SubResourceWriter }

func (acceptingStatus) Update(context.Context, client.Object, ...client.SubResourceUpdateOption) error {
	return nil
}

// acceptingSeed has a MachineDeployment of every pool.
type acceptingSeed struct{ acceptingGarden }

func (acceptingSeed) List(_ context.Context, list client.ObjectList, _ ...client.ListOption) error {
	list.(*machinev1alpha1.MachineDeploymentList).Items = make([]machinev1alpha1.MachineDeployment, 1)
	return nil
}

var startInstant = time.Date(2026, time.August, 10, 8, 0, 0, 0, time.UTC)

var gardenlet = &shoot.Reconciler{
	GardenClient:  acceptingGarden{},
	SeedClientSet: fakekubernetes.NewClientSetBuilder().WithClient(acceptingSeed{}).Build(),
	Identity:      &gardencorev1beta1.Gardener{},
	Clock:         testclock.NewFakeClock(startInstant),
}

func drawPast(random *rand.Rand) *metav1.Time {
	if random.Intn(3) == 0 {
		return nil
	}
	return &metav1.Time{Time: startInstant.AddDate(0, 0, -1-random.Intn(200))}
}

func drawPending(random *rand.Rand) []gardencorev1beta1.PendingWorkersRollout {
	var pending []gardencorev1beta1.PendingWorkersRollout
	for _, name := range someOf(random, []string{"first", "second", "gone"}) {
		pending = append(pending, gardencorev1beta1.PendingWorkersRollout{Name: name, LastInitiationTime: drawPast(random)})
	}
	return pending
}

// drawHistory gives the rotations of a cluster times, pools that wait, and the kinds that have no phases.
func drawHistory(random *rand.Rand, rotation *gardencorev1beta1.ShootCredentialsRotation) {
	if ca := rotation.CertificateAuthorities; ca != nil {
		ca.LastInitiationTime, ca.LastCompletionTime = drawPast(random), drawPast(random)
		ca.LastInitiationFinishedTime, ca.LastCompletionTriggeredTime = drawPast(random), drawPast(random)
		if random.Intn(2) == 0 {
			ca.PendingWorkersRollouts = drawPending(random)
		}
	}
	if key := rotation.ServiceAccountKey; key != nil {
		key.LastInitiationTime, key.LastCompletionTime = drawPast(random), drawPast(random)
		key.LastInitiationFinishedTime, key.LastCompletionTriggeredTime = drawPast(random), drawPast(random)
		if random.Intn(2) == 0 {
			key.PendingWorkersRollouts = drawPending(random)
		}
	}
	if key := rotation.ETCDEncryptionKey; key != nil {
		key.LastInitiationTime, key.LastCompletionTime = drawPast(random), drawPast(random)
		key.LastInitiationFinishedTime, key.LastCompletionTriggeredTime = drawPast(random), drawPast(random)
		if random.Intn(2) == 0 {
			auto := random.Intn(2) == 0
			key.AutoCompleteAfterPrepared = &auto
		}
	}
	if random.Intn(3) == 0 {
		rotation.SSHKeypair = &gardencorev1beta1.ShootSSHKeypairRotation{LastInitiationTime: drawPast(random), LastCompletionTime: drawPast(random)}
	}
	if random.Intn(3) == 0 {
		rotation.Observability = &gardencorev1beta1.ObservabilityRotation{LastInitiationTime: drawPast(random), LastCompletionTime: drawPast(random)}
	}
}

func drawProvider(random *rand.Rand) *gardencorev1beta1.EncryptionProvider {
	kind := pick[gardencorev1beta1.EncryptionProviderType](random, "aescbc", "aesgcm", "secretbox")
	return &gardencorev1beta1.EncryptionProvider{Type: &kind}
}

// drawFlow makes a cluster of which gardenlet begins a flow, as the API server stores it.
func drawFlow(random *rand.Rand) *gardencorev1beta1.Shoot {
	drawn := drawShoot(random)
	if credentials := drawn.Status.Credentials; credentials != nil {
		drawHistory(random, credentials.Rotation)
	}
	if random.Intn(2) == 0 {
		drawn.Spec.Kubernetes.KubeAPIServer = &gardencorev1beta1.KubeAPIServerConfig{EncryptionConfig: &gardencorev1beta1.EncryptionConfig{Provider: *drawProvider(random)}}
	}
	if random.Intn(2) == 0 {
		if drawn.Status.Credentials == nil {
			drawn.Status.Credentials = &gardencorev1beta1.ShootCredentials{}
		}
		drawn.Status.Credentials.EncryptionAtRest = &gardencorev1beta1.EncryptionAtRest{Provider: gardencorev1beta1.EncryptionProviderStatus{Type: *drawProvider(random).Type}}
	}
	if random.Intn(4) == 0 {
		drawn.Status.ManualWorkerPoolRollout = &gardencorev1beta1.ManualWorkerPoolRollout{PendingWorkersRollouts: drawPending(random)}
	}
	if random.Intn(4) == 0 {
		drawn.Status.InPlaceUpdates = &gardencorev1beta1.InPlaceUpdatesStatus{PendingWorkerUpdates: &gardencorev1beta1.PendingWorkerUpdates{
			AutoInPlaceUpdate: someOf(random, []string{"first", "gone"}), ManualInPlaceUpdate: someOf(random, []string{"second"}),
		}}
	}
	if random.Intn(4) == 0 {
		drawn.Spec.Provider.WorkersSettings = &gardencorev1beta1.WorkersSettings{SSHAccess: &gardencorev1beta1.SSHAccess{Enabled: random.Intn(2) == 0}}
	}
	asked := []string{}
	for range random.Intn(4) {
		asked = append(asked, pick(random, operations...))
	}
	drawn.Annotations = nil
	if len(asked) > 0 {
		drawn.Annotations = map[string]string{operationAnnotation: strings.Join(asked, ";")}
	}
	// Gardener would choose a window by chances of its own.
	drawn.Spec.Maintenance = &gardencorev1beta1.Maintenance{TimeWindow: &gardencorev1beta1.MaintenanceTimeWindow{Begin: "220000+0100", End: "230000+0100"}}
	api.Scheme.Default(drawn)
	return drawn
}

func drawStart(random *rand.Rand) (any, any) {
	drawn := drawFlow(random)
	input := map[string]any{"shoot": drawn.DeepCopy(), "now": startInstant.Format(time.RFC3339)}
	if err := startOperation(gardenlet, context.Background(), drawn, "shoot--own--one", shoothelper.ComputeOperationType(drawn)); err != nil {
		panic(err)
	}
	expect := map[string]any{"rotation": nil, "operationsLeft": append([]string{}, helper.GetShootGardenerOperations(drawn.Annotations)...)}
	if credentials := drawn.Status.Credentials; credentials != nil && credentials.Rotation != nil {
		expect["rotation"] = credentials.Rotation
	}
	if rollout := drawn.Status.ManualWorkerPoolRollout; rollout != nil {
		expect["manualWorkerPoolRollout"] = rollout
	}
	return input, expect
}

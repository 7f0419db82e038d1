package reconcilers

import (
	"context"
	"strings"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/gardener/gardener/pkg/api/indexer"
	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/apis/operations"
	operationsv1alpha1 "github.com/gardener/gardener/pkg/apis/operations/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
)

var quiet = logf.IntoContext(context.Background(), logr.Discard())

// The machine's clock is the question's.
var now clock.Clock = clock.RealClock{}

type shoot = gardencorev1beta1.Shoot

// gardenOf is a garden with these objects, in which calls may be looked at or answered otherwise.
func gardenOf(calls interceptor.Funcs, objects ...client.Object) client.Client {
	return fakeclient.NewClientBuilder().
		WithScheme(kubernetes.GardenScheme).
		WithObjects(objects...).
		WithStatusSubresource(&gardencorev1beta1.Shoot{}, &gardencorev1beta1.Seed{}).
		WithIndex(&gardencorev1beta1.Shoot{}, core.ShootStatusSeedName, func(object client.Object) []string {
			return []string{valueOf(object.(*shoot).Status.SeedName)}
		}).
		WithIndex(&gardencorev1beta1.Project{}, core.ProjectNamespace, func(object client.Object) []string {
			return []string{valueOf(object.(*gardencorev1beta1.Project).Spec.Namespace)}
		}).
		WithIndex(&operationsv1alpha1.Bastion{}, operations.BastionShootName, indexer.BastionShootNameIndexerFunc).
		WithInterceptorFuncs(calls).
		Build()
}

// projectOf is the project of a Shoot, and its namespace.
func projectOf(one *shoot) []client.Object {
	name := "dev"
	if one.Namespace == "garden" {
		name = "garden"
	}
	return []client.Object{
		&gardencorev1beta1.Project{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: gardencorev1beta1.ProjectSpec{Namespace: &one.Namespace}},
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: one.Namespace, Labels: map[string]string{"project.gardener.cloud/name": name}}},
	}
}

func requestFor(object client.Object) reconcile.Request {
	return reconcile.Request{NamespacedName: client.ObjectKeyFromObject(object)}
}

// after reads an object again. It is nil when it is gone.
func after(garden client.Client, one *shoot) *shoot {
	found := &shoot{}
	if err := garden.Get(quiet, client.ObjectKeyFromObject(one), found); err != nil {
		must(found, client.IgnoreNotFound(err))
		return nil
	}
	return found
}

func valueOf[Value any](pointer *Value) Value {
	var none Value
	if pointer != nil {
		return *pointer
	}
	return none
}

func text(at time.Time) string { return at.UTC().Format(time.RFC3339) }

func textInMillis(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

// textOrNull is a text, or null where there is none.
func textOrNull(words string) any {
	if words == "" {
		return nil
	}
	return words
}

// wait is how long a controller waits, or null when it does not look again by itself.
func wait(result reconcile.Result) any {
	if result.RequeueAfter == 0 {
		return nil
	}
	return result.RequeueAfter.String()
}

// listed are the parts of an annotation that is a list.
func listed(words, separator string) []string {
	if words == "" {
		return []string{}
	}
	return strings.Split(words, separator)
}

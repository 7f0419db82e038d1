package main

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/authentication/user"

	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	gardencoreinformers "github.com/gardener/gardener/pkg/client/core/informers/externalversions"
)

// What every admission plugin is told: its caches are filled.
func ready() bool { return true }

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

// cacheOf is the cache of a plugin that has seen these objects.
func cacheOf(objects ...runtime.Object) gardencoreinformers.SharedInformerFactory {
	informers := gardencoreinformers.NewSharedInformerFactory(nil, 0)
	kinds := informers.Core().V1beta1()
	for _, one := range objects {
		var err error
		switch one.(type) {
		case *gardencorev1beta1.CloudProfile:
			err = kinds.CloudProfiles().Informer().GetStore().Add(one)
		case *gardencorev1beta1.NamespacedCloudProfile:
			err = kinds.NamespacedCloudProfiles().Informer().GetStore().Add(one)
		case *gardencorev1beta1.Project:
			err = kinds.Projects().Informer().GetStore().Add(one)
		case *gardencorev1beta1.Seed:
			err = kinds.Seeds().Informer().GetStore().Add(one)
		case *gardencorev1beta1.Shoot:
			err = kinds.Shoots().Informer().GetStore().Add(one)
		default:
			err = fmt.Errorf("no cache for %T", one)
		}
		must(one, err)
	}
	return informers
}

// requestOf is a creation, or a change where there is an object before.
func requestOf(next, old runtime.Object) admission.Attributes {
	var kind, resource string
	switch next.(type) {
	case *core.CloudProfile:
		kind, resource = "CloudProfile", "cloudprofiles"
	case *core.NamespacedCloudProfile:
		kind, resource = "NamespacedCloudProfile", "namespacedcloudprofiles"
	case *core.Shoot:
		kind, resource = "Shoot", "shoots"
	default:
		panic(fmt.Sprintf("no request for %T", next))
	}
	operation, options := admission.Create, runtime.Object(&metav1.CreateOptions{})
	if old != nil {
		operation, options = admission.Update, &metav1.UpdateOptions{}
	}
	named := must(meta.Accessor(next))
	return admission.NewAttributesRecord(next, old, core.Kind(kind).WithVersion("version"), named.GetNamespace(), named.GetName(),
		core.Resource(resource).WithVersion("version"), "", operation, options, false, &user.DefaultInfo{Name: "somebody"})
}

package reconcilers

import (
	"encoding/json"
	"strings"
	_ "unsafe" // for go:linkname

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizerfactory"
	kubeinformers "k8s.io/client-go/informers"

	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	gardencoreinformers "github.com/gardener/gardener/pkg/client/core/informers/externalversions"
	gardensecurityinformers "github.com/gardener/gardener/pkg/client/security/informers/externalversions"
	"github.com/gardener/gardener/plugin/pkg/shoot/validator"
)

//go:linkname validateHibernation github.com/gardener/gardener/pkg/api/core/validation.validateHibernationUpdate
func validateHibernation(next, old *core.Shoot) field.ErrorList

// admitting is the plugin that judges changes of Shoots, with what it reads on its way to hibernation.
var admitting = func() *validator.ValidateShoot {
	informers := gardencoreinformers.NewSharedInformerFactory(nil, 0)
	kinds := informers.Core().V1beta1()
	namespace := "garden-dev"
	project := &gardencorev1beta1.Project{ObjectMeta: metav1.ObjectMeta{Name: "dev"}, Spec: gardencorev1beta1.ProjectSpec{Namespace: &namespace}}
	must(project, kinds.Projects().Informer().GetStore().Add(project))
	profile := &gardencorev1beta1.CloudProfile{ObjectMeta: metav1.ObjectMeta{Name: "local"}}
	must(profile, kinds.CloudProfiles().Informer().GetStore().Add(profile))
	for _, name := range []string{ownSeed, "new-seed"} {
		seed := &gardencorev1beta1.Seed{ObjectMeta: metav1.ObjectMeta{Name: name}}
		must(seed, kinds.Seeds().Informer().GetStore().Add(seed))
	}
	plugin := must(validator.New())
	plugin.AssignReadyFunc(func() bool { return true })
	plugin.SetAuthorizer(authorizerfactory.NewAlwaysAllowAuthorizer())
	plugin.SetCoreInformerFactory(informers)
	plugin.SetSecurityInformerFactory(gardensecurityinformers.NewSharedInformerFactory(nil, 0))
	plugin.SetKubeInformerFactory(kubeinformers.NewSharedInformerFactory(nil, 0))
	return plugin
}()

// refusal is what the plugin says first to a change.
func refusal(next, old *core.Shoot) string {
	kind, resource := core.Kind("Shoot").WithVersion("version"), core.Resource("shoots").WithVersion("version")
	request := admission.NewAttributesRecord(next, old, kind, next.Namespace, next.Name, resource, "", admission.Update, &metav1.UpdateOptions{}, false, &user.DefaultInfo{Name: "somebody"})
	if err := admitting.Validate(quiet, request, nil); err != nil {
		return err.Error()
	}
	return ""
}

func askSleepRefused(input json.RawMessage) any {
	asked := read[struct {
		Shoot   shoot `json:"shoot"`
		Enabled bool  `json:"enabled"`
	}](input)
	asked.Shoot.Spec.CloudProfile = &gardencorev1beta1.CloudProfileReference{Kind: "CloudProfile", Name: "local"}
	if asked.Shoot.Spec.Networking == nil {
		asked.Shoot.Spec.Networking = &gardencorev1beta1.Networking{}
	}
	change := func(one *shoot) (next, old *core.Shoot) {
		wished := one.DeepCopy()
		if wished.Spec.Hibernation == nil {
			wished.Spec.Hibernation = &gardencorev1beta1.Hibernation{}
		}
		wished.Spec.Hibernation.Enabled = &asked.Enabled
		return internal(wished), internal(one)
	}
	// A move is refused first, and would hide the constraint.
	settled := asked.Shoot.DeepCopy()
	settled.Status.SeedName, settled.Status.LastOperation = settled.Spec.SeedName, nil
	move := refusal(change(&asked.Shoot))
	return map[string]any{
		"byRotation":   len(validateHibernation(change(&asked.Shoot))) > 0,
		"byConstraint": strings.Contains(refusal(change(settled)), "'HibernationPossible' constraint is"),
		"byMove":       strings.Contains(move, "has been rescheduled to a new seed") || strings.Contains(move, "cannot change shoot spec during"),
	}
}

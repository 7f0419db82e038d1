// Command local asks the admission of Gardener's provider-local.
package main

import (
	extensionswebhook "github.com/gardener/gardener/extensions/pkg/webhook"
	"github.com/gardener/gardener/pkg/provider-local/admission/validator"
	"github.com/gardener/gardener/pkg/provider-local/apis/local/install"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"almanac.test/ask"
)

func main() {
	ask.Serve(ask.Extension{AddToScheme: install.AddToScheme, NewValidator: newValidator})
}

func newValidator(manager.Manager) extensionswebhook.Validator {
	return validator.NewShootValidator()
}

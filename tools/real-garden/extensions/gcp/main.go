// Command gcp asks the admission of gardener-extension-provider-gcp.
package main

import (
	extensionswebhook "github.com/gardener/gardener/extensions/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/gardener/gardener-extension-provider-gcp/pkg/admission/validator"
	"github.com/gardener/gardener-extension-provider-gcp/pkg/apis/gcp/install"

	"almanac.test/ask"
)

func main() {
	ask.Serve(ask.Extension{AddToScheme: install.AddToScheme, NewValidator: newValidator})
}

func newValidator(mgr manager.Manager) extensionswebhook.Validator {
	return validator.NewShootValidator(mgr, nil, nil)
}

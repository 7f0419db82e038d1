// Command azure asks the admission of gardener-extension-provider-azure.
package main

import (
	"github.com/gardener/gardener-extension-provider-azure/pkg/admission/validator"
	"github.com/gardener/gardener-extension-provider-azure/pkg/apis/azure/install"

	"almanac.test/ask"
)

func main() {
	ask.Serve(ask.Extension{AddToScheme: install.AddToScheme, NewValidator: validator.NewShootValidator})
}

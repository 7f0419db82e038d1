// Command metal asks the admission of gardener-extension-provider-metal.
package main

import (
	"github.com/metal-stack/gardener-extension-provider-metal/pkg/admission/validator"
	"github.com/metal-stack/gardener-extension-provider-metal/pkg/apis/metal/install"

	"almanac.test/ask"
)

func main() {
	ask.Serve(ask.Extension{AddToScheme: install.AddToScheme, NewValidator: validator.NewShootValidator})
}

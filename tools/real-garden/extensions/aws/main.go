// Command aws asks the admission of gardener-extension-provider-aws.
package main

import (
	"github.com/gardener/gardener-extension-provider-aws/pkg/admission/validator"
	"github.com/gardener/gardener-extension-provider-aws/pkg/apis/aws/install"

	"almanac.test/ask"
)

func main() {
	ask.Serve(ask.Extension{AddToScheme: install.AddToScheme, NewValidator: validator.NewShootValidator})
}

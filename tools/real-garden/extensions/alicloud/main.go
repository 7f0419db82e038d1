// Command alicloud asks the admission of gardener-extension-provider-alicloud.
package main

import (
	"github.com/gardener/gardener-extension-provider-alicloud/pkg/admission/validator"
	"github.com/gardener/gardener-extension-provider-alicloud/pkg/apis/alicloud/install"

	"almanac.test/ask"
)

func main() {
	ask.Serve(ask.Extension{AddToScheme: install.AddToScheme, NewValidator: validator.NewShootValidator})
}

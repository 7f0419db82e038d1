// Command openstack asks the admission of gardener-extension-provider-openstack.
package main

import (
	"github.com/gardener/gardener-extension-provider-openstack/pkg/admission/validator"
	"github.com/gardener/gardener-extension-provider-openstack/pkg/apis/openstack/install"

	"almanac.test/ask"
)

func main() {
	ask.Serve(ask.Extension{
		AddToScheme:  install.AddToScheme,
		NewValidator: validator.NewShootValidator,
		// The domain is that for which extension-shoots.ts restricts floating pools.
		Credentials: map[string]string{"domainName": "harbour", "tenantName": "t", "username": "u", "password": "p"},
	})
}

// Command roles prints what gardener-operator keeps in every virtual garden, as YAML documents: its namespaces, and the
// roles of administrators, of projects and of everybody else.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/andybalholm/brotli"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/component/garden/system/virtual"
	operatorclient "github.com/gardener/gardener/pkg/operator/client"
)

func main() {
	if err := printRoles(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func printRoles(ctx context.Context) error {
	runtime := fake.NewClientBuilder().WithScheme(operatorclient.RuntimeScheme).Build()
	if err := virtual.New(runtime, "garden", virtual.Values{}).Deploy(ctx); err != nil {
		return err
	}
	secrets := &corev1.SecretList{}
	if err := runtime.List(ctx, secrets); err != nil {
		return err
	}
	for _, secret := range secrets.Items {
		compressed := bytes.NewReader(secret.Data[resourcesv1alpha1.CompressedDataKey])
		if _, err := io.Copy(os.Stdout, brotli.NewReader(compressed)); err != nil {
			return err
		}
	}
	return nil
}

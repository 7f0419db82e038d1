// Package ask prints what the admission of a provider's extension says about new Shoots. The first line of the input is
// the CloudProfile, each further one a Shoot; each line of the output is one answer.
package ask

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	extensionswebhook "github.com/gardener/gardener/extensions/pkg/webhook"
	"github.com/gardener/gardener/pkg/apis/core"
	"github.com/gardener/gardener/pkg/apis/core/install"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	securityv1alpha1 "github.com/gardener/gardener/pkg/apis/security/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// Extension is the admission of a provider's extension.
type Extension struct {
	AddToScheme  func(*runtime.Scheme) error
	NewValidator func(manager.Manager) extensionswebhook.Validator
	// Credentials are what the Secret of every account holds, for an admission that reads it.
	Credentials map[string]string
}

// finding is one error; Field is empty for an error that names none.
type finding struct {
	Type  string `json:"type,omitempty"`
	Field string `json:"field,omitempty"`
	Text  string `json:"text"`
}

type answer struct {
	Errors []finding `json:"errors"`
}

// garden has one CloudProfile, and bindings of every name to one Secret.
type garden struct {
	client.Client
	profile     *gardencorev1beta1.CloudProfile
	credentials map[string]string
}

func (g garden) Get(_ context.Context, key client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	switch wanted := object.(type) {
	case *gardencorev1beta1.CloudProfile:
		g.profile.DeepCopyInto(wanted)
	case *securityv1alpha1.CredentialsBinding:
		wanted.CredentialsRef = corev1.ObjectReference{APIVersion: "v1", Kind: "Secret", Namespace: key.Namespace, Name: key.Name}
	case *corev1.Secret:
		wanted.Data = map[string][]byte{}
		for name, value := range g.credentials {
			wanted.Data[name] = []byte(value)
		}
	default:
		return fmt.Errorf("the garden has no %T %s", object, key)
	}
	return nil
}

type fakeManager struct {
	manager.Manager
	garden garden
	scheme *runtime.Scheme
}

func (m fakeManager) GetClient() client.Client    { return m.garden }
func (m fakeManager) GetAPIReader() client.Reader { return m.garden }
func (m fakeManager) GetScheme() *runtime.Scheme  { return m.scheme }

// Serve answers until the input ends.
func Serve(extension Extension) {
	scheme := runtime.NewScheme()
	install.Install(scheme)
	must(extension.AddToScheme(scheme))
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64*1024*1024)
	profile := &gardencorev1beta1.CloudProfile{}
	if !lines.Scan() {
		return
	}
	must(json.Unmarshal(lines.Bytes(), profile))
	one := garden{profile: profile, credentials: extension.Credentials}
	validator := extension.NewValidator(fakeManager{garden: one, scheme: scheme})
	output := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		must(output.Encode(answer{Errors: findings(validate(scheme, validator, lines.Bytes()))}))
	}
	must(lines.Err())
}

// validate asks about a Shoot after the defaults of the API. A validator that panics refuses, as its webhook then fails.
func validate(scheme *runtime.Scheme, validator extensionswebhook.Validator, text []byte) (refusal error) {
	defer func() {
		if reason := recover(); reason != nil {
			refusal = fmt.Errorf("panic: %v", reason)
		}
	}()
	read := &gardencorev1beta1.Shoot{}
	must(json.Unmarshal(text, read))
	scheme.Default(read)
	shoot := &core.Shoot{}
	must(scheme.Convert(read, shoot, nil))
	return validator.Validate(context.Background(), shoot, nil)
}

func findings(err error) []finding {
	found := []finding{}
	if err == nil {
		return found
	}
	all := []error{err}
	if several, ok := err.(utilerrors.Aggregate); ok {
		all = utilerrors.Flatten(several).Errors()
	}
	for _, one := range all {
		var fieldError *field.Error
		if errors.As(one, &fieldError) {
			found = append(found, finding{Type: string(fieldError.Type), Field: fieldError.Field, Text: fieldError.ErrorBody()})
		} else {
			found = append(found, finding{Text: one.Error()})
		}
	}
	return found
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

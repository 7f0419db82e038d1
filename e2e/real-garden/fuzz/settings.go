package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"math/rand"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/gardener/gardener/pkg/api"
	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	shootregistry "github.com/gardener/gardener/pkg/apiserver/registry/core/shoot"
)

type object = map[string]any

// settings has the values that are tried, good ones and bad ones, by the path of their field.
//
//go:embed settings.json
var settingsText []byte

var settings = func() map[string][]any {
	var table map[string][]any
	if err := json.Unmarshal(settingsText, &table); err != nil {
		panic(err)
	}
	return table
}()

var settingPaths = func() []string {
	paths := []string{}
	for path := range settings {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}()

const baseShoot = `{
  "metadata": {"name": "one", "namespace": "garden-one", "resourceVersion": "1"},
  "spec": {
    "region": "here", "cloudProfile": {"kind": "CloudProfile", "name": "local"}, "credentialsBindingName": "account",
    "seedName": "seed", "purpose": "evaluation",
    "kubernetes": {"version": "1.34.3"},
    "networking": {"type": "calico", "pods": "100.96.0.0/11", "services": "100.64.0.0/13", "nodes": "10.250.0.0/16", "ipFamilies": ["IPv4"]},
    "dns": {"domain": "shoot.local.example"},
    "maintenance": {"timeWindow": {"begin": "220000+0100", "end": "230000+0100"}},
    "provider": {"type": "local", "workers": [
      {"name": "first", "minimum": 1, "maximum": 3, "zones": ["a", "b"], "volume": {"type": "gp3", "size": "50Gi"},
       "machine": {"type": "large", "architecture": "amd64", "image": {"name": "linux", "version": "1.0.0"}}, "cri": {"name": "containerd"}},
      {"name": "second", "minimum": 0, "maximum": 2,
       "machine": {"type": "large", "architecture": "amd64", "image": {"name": "linux", "version": "1.0.0"}}, "cri": {"name": "containerd"}}
    ]}
  }
}`

// settledStatus lets everything change that may change at all.
const settledStatus = `{"lastOperation": {"type": "Reconcile", "state": "Succeeded", "progress": 100}, "credentials": {"encryptionAtRest": {"provider": {"type": "aescbc"}}}}`

var statuses = []string{
	`{}`,
	`{"hibernated": true}`,
	`{"lastOperation": {"type": "Reconcile", "state": "Processing", "progress": 10, "description": "", "lastUpdateTime": null}}`,
	`{"lastOperation": {"type": "Reconcile", "state": "Succeeded", "progress": 100, "description": "", "lastUpdateTime": null}, "credentials": {"encryptionAtRest": {"resources": ["secrets"], "provider": {"type": "aescbc"}}}}`,
	`{"credentials": {"encryptionAtRest": {"resources": ["secrets", "configmaps"]}}}`,
	`{"credentials": {"rotation": {"etcdEncryptionKey": {"phase": "Preparing"}}}}`,
	`{"credentials": {"rotation": {"etcdEncryptionKey": {"phase": "Prepared"}, "serviceAccountKey": {"phase": "Preparing"}}}}`,
	`{"credentials": {"rotation": {"serviceAccountKey": {"phase": "Completing"}}}}`,
}

// clone makes what a mutation may write into.
func clone(value any) any {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	var copied any
	if err := json.Unmarshal(text, &copied); err != nil {
		panic(err)
	}
	return copied
}

// put sets a field, and makes the objects on the way to it. It says no where the way ends in something else.
func put(holder any, path []string, value any) bool {
	switch at := holder.(type) {
	case object:
		if len(path) == 1 {
			at[path[0]] = clone(value)
			return true
		}
		if at[path[0]] == nil {
			at[path[0]] = object{}
		}
		return put(at[path[0]], path[1:], value)
	case []any:
		index, err := strconv.Atoi(path[0])
		return err == nil && index < len(at) && put(at[index], path[1:], value)
	}
	return false
}

// mutate sets one field, or of a list of objects one field of an item.
func mutate(random *rand.Rand, shoot any) bool {
	path := settingPaths[random.Intn(len(settingPaths))]
	values := settings[path]
	return put(shoot, strings.Split(path, "."), values[random.Intn(len(values))])
}

// stored reads a Shoot as the API server does, its defaults filled in. What it cannot read is no case.
func stored(shoot any) (*gardencorev1beta1.Shoot, bool) {
	text, err := json.Marshal(shoot)
	if err != nil {
		panic(err)
	}
	read := &gardencorev1beta1.Shoot{}
	if err := json.Unmarshal(text, read); err != nil {
		return nil, false
	}
	api.Scheme.Default(read)
	return read, true
}

func internal(shoot *gardencorev1beta1.Shoot) *core.Shoot {
	converted := &core.Shoot{}
	if err := api.Scheme.Convert(shoot, converted, nil); err != nil {
		panic(err)
	}
	return converted
}

func readBase() any {
	var base any
	if err := json.Unmarshal([]byte(baseShoot), &base); err != nil {
		panic(err)
	}
	return base
}

// drawSettings changes one to three fields of a Shoot that is valid, perhaps after others.
func drawSettings(random *rand.Rand) (any, any) {
	strategy := shootregistry.NewStrategy(0)
	for {
		base := readBase()
		for range random.Intn(3) {
			mutate(random, base)
		}
		before, readable := stored(base)
		if !readable || json.Unmarshal([]byte(statuses[random.Intn(len(statuses))]), &before.Status) != nil {
			continue
		}
		old := internal(before)
		strategy.Canonicalize(old)
		standing, judged := judge(func() field.ErrorList { return strategy.ValidateUpdate(context.Background(), old, old) })
		if !judged || len(standing) > 0 {
			continue
		}
		if err := api.Scheme.Convert(old, before, nil); err != nil {
			panic(err)
		}
		wanted := clone(before)
		changed := false
		for range 1 + random.Intn(3) {
			changed = mutate(random, wanted) || changed
		}
		after, readable := stored(wanted)
		if !readable || !changed {
			continue
		}
		next := internal(after)
		strategy.PrepareForUpdate(context.Background(), next, old)
		errors, judged := judge(func() field.ErrorList { return strategy.ValidateUpdate(context.Background(), next, old) })
		if !judged {
			continue
		}
		input := map[string]any{"old": before.Spec, "new": wanted.(object)["spec"], "status": before.Status, "namespace": before.Namespace}
		return input, placed(errors)
	}
}

// tellFields says of every value of the table what Gardener says to a Shoot that gets it.
func tellFields() []vector {
	strategy := shootregistry.NewStrategy(0)
	before, _ := stored(readBase())
	if err := json.Unmarshal([]byte(settledStatus), &before.Status); err != nil {
		panic(err)
	}
	old := internal(before)
	told := []vector{}
	for _, path := range settingPaths {
		values, answers := []any{}, []any{}
		for _, value := range settings[path] {
			wanted := clone(before)
			after, readable := (*gardencorev1beta1.Shoot)(nil), put(wanted, strings.Split(path, "."), value)
			if readable {
				after, readable = stored(wanted)
			}
			if !readable {
				continue
			}
			next := internal(after)
			strategy.PrepareForUpdate(context.Background(), next, old)
			errors, judged := judge(func() field.ErrorList { return strategy.ValidateUpdate(context.Background(), next, old) })
			if judged {
				values, answers = append(values, value), append(answers, places(errors))
			}
		}
		told = append(told, vector{
			ID:     "sf-" + strings.TrimPrefix(path, "spec."),
			Area:   "shoot-field",
			Input:  map[string]any{"namespace": before.Namespace, "status": json.RawMessage(settledStatus), "old": before.Spec, "field": strings.TrimPrefix(path, "spec."), "values": values},
			Expect: map[string]any{"errors": answers},
		})
	}
	return told
}

// judge says no where Gardener panics: a pool with an empty version does it.
func judge(validate func() field.ErrorList) (errors field.ErrorList, judged bool) {
	defer func() { judged = recover() == nil }()
	return validate(), true
}

// kinds are the names that lib/policy gives to the types of Gardener's errors.
var kinds = map[field.ErrorType]string{
	field.ErrorTypeForbidden:    "Forbidden",
	field.ErrorTypeInvalid:      "Invalid",
	field.ErrorTypeRequired:     "Required",
	field.ErrorTypeDuplicate:    "Duplicate",
	field.ErrorTypeNotSupported: "NotSupported",
	field.ErrorTypeTooLong:      "TooLong",
}

func placed(errors field.ErrorList) any {
	return map[string]any{"errors": places(errors)}
}

// places keeps of each error its type and its place, each once, in the order of the alphabet.
func places(errors field.ErrorList) []string {
	found := []string{}
	for _, err := range errors {
		if text := err.Field + " " + kinds[err.Type]; !slices.Contains(found, text) {
			found = append(found, text)
		}
	}
	slices.Sort(found)
	return found
}

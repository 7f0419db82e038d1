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

var settings = readTable(settingsText)

// table has values to try, by the path of their field. Paths are sorted, so that the same seed draws the same.
type table struct {
	values map[string][]any
	paths  []string
}

func readTable(text []byte) table {
	read := table{}
	if err := json.Unmarshal(text, &read.values); err != nil {
		panic(err)
	}
	for path := range read.values {
		read.paths = append(read.paths, path)
	}
	slices.Sort(read.paths)
	return read
}

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
func (t table) mutate(random *rand.Rand, shoot any, prefix string) bool {
	path := t.paths[random.Intn(len(t.paths))]
	values := t.values[path]
	return put(shoot, strings.Split(prefix+path, "."), values[random.Intn(len(values))])
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

func convert(from, to any) {
	if err := api.Scheme.Convert(from, to, nil); err != nil {
		panic(err)
	}
}

func internal(shoot *gardencorev1beta1.Shoot) *core.Shoot {
	converted := &core.Shoot{}
	convert(shoot, converted)
	return converted
}

func readBase() any {
	var base any
	if err := json.Unmarshal([]byte(baseShoot), &base); err != nil {
		panic(err)
	}
	return base
}

// change is how a Shoot that is valid gets other fields.
type change struct {
	base     func() any
	table    table
	prefix   string
	statuses []string
	// Of fields that are set before: fewer than this.
	earlier int
	ask     func(next, old *core.Shoot) (found []string, judged bool)
}

// draw changes one to three fields of a Shoot that is valid, perhaps after others.
func (c change) draw(random *rand.Rand) (map[string]any, any) {
	for {
		base := c.base()
		for range random.Intn(c.earlier) {
			c.table.mutate(random, base, c.prefix)
		}
		before, readable := stored(base)
		if !readable || json.Unmarshal([]byte(c.statuses[random.Intn(len(c.statuses))]), &before.Status) != nil {
			continue
		}
		old := internal(before)
		shootregistry.NewStrategy(0).Canonicalize(old)
		if standing, judged := validated(old, old); !judged || len(standing) > 0 {
			continue
		}
		convert(old, before)
		wanted := clone(before)
		changed := false
		for range 1 + random.Intn(3) {
			changed = c.table.mutate(random, wanted, c.prefix) || changed
		}
		after, readable := stored(wanted)
		if !readable || !changed {
			continue
		}
		if found, judged := c.ask(internal(after), old); judged {
			input := map[string]any{"old": before.Spec, "new": wanted.(object)["spec"], "status": before.Status, "namespace": before.Namespace}
			return input, map[string]any{"errors": found}
		}
	}
}

// validated is what static validation says. It says no where Gardener panics: a pool with an empty version does it.
func validated(next, old *core.Shoot) (errors field.ErrorList, judged bool) {
	defer func() { judged = recover() == nil }()
	return shootregistry.NewStrategy(0).ValidateUpdate(context.Background(), next, old), true
}

// refusedStatically prepares a change as the API server does before it validates.
func refusedStatically(next, old *core.Shoot) ([]string, bool) {
	shootregistry.NewStrategy(0).PrepareForUpdate(context.Background(), next, old)
	errors, judged := validated(next, old)
	return places(errors), judged
}

func drawSettings(random *rand.Rand) (any, any) {
	return change{readBase, settings, "", statuses, 3, refusedStatically}.draw(random)
}

// tellFields says of every value of the tables what Gardener says to a Shoot that gets it.
func tellFields() []vector {
	base := readBase()
	if !put(base, []string{"status"}, *read1[any](settledStatus)) {
		panic("no status")
	}
	return append(
		tellTable("shoot-field", "sf-", settings, base, nil, refusedStatically),
		tellTable("shoot-admission-field", "sa-", admissionTable, admissionBase(), admissionInput(json.RawMessage(admissionProfile)), made.admitted)...,
	)
}

// tellTable asks about each value of a table by itself. What is no case for whoever answers is left out.
func tellTable(area, prefix string, values table, base any, more map[string]any, ask func(next, old *core.Shoot) ([]string, bool)) []vector {
	before, _ := stored(base)
	told := []vector{}
	for _, path := range values.paths {
		tried, answers := []any{}, []any{}
		short := strings.TrimPrefix(path, "spec.")
		for _, value := range values.values[path] {
			wanted := clone(before)
			if !put(wanted, strings.Split("spec."+short, "."), value) {
				continue
			}
			if after, readable := stored(wanted); readable {
				if answer, judged := ask(internal(after), internal(before)); judged {
					tried, answers = append(tried, value), append(answers, answer)
				}
			}
		}
		input := map[string]any{"namespace": before.Namespace, "status": before.Status, "old": before.Spec, "field": short, "values": tried}
		for name, value := range more {
			input[name] = value
		}
		if len(tried) > 0 {
			told = append(told, vector{ID: prefix + short, Area: area, Input: input, Expect: map[string]any{"errors": answers}})
		}
	}
	return told
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

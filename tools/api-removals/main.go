// Lists the APIs of Kubernetes that end in a range of minors, as JSON. Prints what the lifecycle marks in k8s.io/api say,
// and which types the module no longer has: what has no type is not served, whatever its mark said. Kubernetes' APIs
// outside of this module, in kube-aggregator and apiextensions-apiserver, ended their beta versions with 1.22.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Newest patch of each minor of k8s.io/api, oldest first. The minors before the range show what ended with its first one.
var versions = []string{
	"v0.22.5", "v0.23.16", "v0.24.3", "v0.25.9", "v0.26.9", "v0.27.4", "v0.28.3", "v0.29.15", "v0.30.14", "v0.31.14",
	"v0.32.13", "v0.33.13", "v0.34.13", "v0.35.10", "v0.36.6", "v0.37.2",
}

const (
	firstMinor = 25
	lastMinor  = 37
	marks      = "zz_generated.prerelease-lifecycle.go"
)

type api struct {
	Group       string `json:"group"`
	Version     string `json:"version"`
	Kind        string `json:"kind"`
	Introduced  int    `json:"introduced,omitempty"`
	Deprecated  int    `json:"deprecated,omitempty"`
	Removed     int    `json:"removed"`
	Replacement string `json:"replacement,omitempty"`
	Evidence    string `json:"evidence"`
}

type answer struct {
	First int   `json:"first"`
	Last  int   `json:"last"`
	Apis  []api `json:"apis"`
}

func main() {
	apis, err := list()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answer{firstMinor, lastMinor, apis}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func list() ([]api, error) {
	known := map[string]api{}
	for _, version := range versions {
		minor, err := strconv.Atoi(strings.Split(version, ".")[1])
		if err != nil {
			return nil, err
		}
		folder, err := download(version)
		if err != nil {
			return nil, err
		}
		present, err := readModule(folder)
		if err != nil {
			return nil, err
		}
		for key, was := range known {
			// A type that is no longer in the module cannot be served, even if its mark names a later minor.
			if _, stays := present[key]; !stays && (was.Removed == 0 || was.Removed > minor) {
				was.Removed, was.Evidence = minor, "type"
				known[key] = was
			}
		}
		for key, is := range present {
			known[key] = is
		}
	}
	found := []api{}
	for _, one := range known {
		if one.Removed >= firstMinor && one.Removed <= lastMinor {
			found = append(found, one)
		}
	}
	sort.Slice(found, func(a, b int) bool { return keyOf(found[a]) < keyOf(found[b]) })
	return found, nil
}

func keyOf(one api) string {
	return fmt.Sprintf("%03d %s %s %s", one.Removed, one.Group, one.Version, one.Kind)
}

// download returns the folder of a version of the module, which Go checks against its checksum database.
func download(version string) (string, error) {
	output, err := exec.Command("go", "mod", "download", "-json", "k8s.io/api@"+version).Output()
	if err != nil {
		return "", fmt.Errorf("k8s.io/api@%s: %w %s", version, err, output)
	}
	var answer struct{ Dir string }
	if err := json.Unmarshal(output, &answer); err != nil {
		return "", err
	}
	return answer.Dir, nil
}

// readModule returns the types of all alpha and beta versions; others are not removed.
func readModule(folder string) (map[string]api, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*", "*", "register.go"))
	if err != nil {
		return nil, err
	}
	found := map[string]api{}
	for _, path := range paths {
		version := filepath.Base(filepath.Dir(path))
		if !strings.Contains(version, "alpha") && !strings.Contains(version, "beta") {
			continue
		}
		if err := readPackage(filepath.Dir(path), version, found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// readPackage adds the types that a package registers, with their marks where it has some.
func readPackage(folder, version string, into map[string]api) error {
	group, kinds, err := registered(filepath.Join(folder, "register.go"))
	if err != nil {
		return err
	}
	marked, err := readMarks(filepath.Join(folder, marks))
	if err != nil {
		return err
	}
	for kind := range marked {
		if isRequested(kind) && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	for _, kind := range kinds {
		one := marked[kind]
		one.Group, one.Version, one.Kind, one.Evidence = group, version, kind, "mark"
		into[group+"/"+version+"/"+kind] = one
	}
	return nil
}

// readMarks returns what the lifecycle marks of a package say about each of its types; nothing if it has none.
func readMarks(path string) (map[string]api, error) {
	found := map[string]api{}
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if os.IsNotExist(err) {
		return found, nil
	}
	if err != nil {
		return nil, err
	}
	for _, declaration := range file.Decls {
		method, ok := declaration.(*ast.FuncDecl)
		if !ok || method.Recv == nil {
			continue
		}
		kind := method.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name
		one := found[kind]
		results := method.Body.List[0].(*ast.ReturnStmt).Results
		switch method.Name.Name {
		case "APILifecycleIntroduced":
			one.Introduced = minorOf(results)
		case "APILifecycleDeprecated":
			one.Deprecated = minorOf(results)
		case "APILifecycleRemoved":
			one.Removed = minorOf(results)
		case "APILifecycleReplacement":
			one.Replacement = replacementOf(results[0])
		}
		found[kind] = one
	}
	return found, nil
}

// minorOf reads `return 1, 29`.
func minorOf(results []ast.Expr) int {
	if len(results) != 2 {
		return 0
	}
	minor, err := strconv.Atoi(results[1].(*ast.BasicLit).Value)
	if err != nil {
		return 0
	}
	return minor
}

// replacementOf reads `schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"}`.
func replacementOf(result ast.Expr) string {
	parts := map[string]string{}
	for _, element := range result.(*ast.CompositeLit).Elts {
		pair := element.(*ast.KeyValueExpr)
		value, err := strconv.Unquote(pair.Value.(*ast.BasicLit).Value)
		if err == nil {
			parts[pair.Key.(*ast.Ident).Name] = value
		}
	}
	return strings.TrimPrefix(parts["Group"]+"/"+parts["Version"], "/") + " " + parts["Kind"]
}

// notResources are registered types that no request names: parts and answers of others.
var notResources = map[string]bool{"JobTemplate": true, "APIGroupDiscovery": true}

// registered reads the group and the types that a register.go adds to the scheme, without lists and options.
func registered(path string) (group string, kinds []string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return "", nil, err
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch part := node.(type) {
		case *ast.ValueSpec:
			if part.Names[0].Name == "GroupName" {
				group, err = strconv.Unquote(part.Values[0].(*ast.BasicLit).Value)
			}
		case *ast.CallExpr:
			if called, ok := part.Fun.(*ast.SelectorExpr); ok && called.Sel.Name == "AddKnownTypes" {
				kinds = append(kinds, kindsOf(part.Args)...)
			}
		}
		return true
	})
	if err == nil && group == "" {
		err = fmt.Errorf("%s: names no group", path)
	}
	return group, kinds, err
}

// kindsOf reads `SchemeGroupVersion, &FlowSchema{}, &FlowSchemaList{}`.
func kindsOf(arguments []ast.Expr) []string {
	kinds := []string{}
	for _, argument := range arguments {
		pointer, ok := argument.(*ast.UnaryExpr)
		if !ok {
			continue
		}
		name, ok := pointer.X.(*ast.CompositeLit).Type.(*ast.Ident)
		if ok && isRequested(name.Name) {
			kinds = append(kinds, name.Name)
		}
	}
	return kinds
}

// isRequested returns whether requests name a type. A list is requested under the resource of its items.
func isRequested(kind string) bool {
	return !notResources[kind] && !strings.HasSuffix(kind, "List") && !strings.HasSuffix(kind, "Options")
}

import { expect, test } from "vitest";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";

const server = startRawGardenForTests();

const aggregated = (version: string) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
const get = (path: string, accept = "application/json") => server.client.send({ path, headers: { accept } });

test.each([
  ["v2 where it is offered first", `${aggregated("v2")},${aggregated("v2beta1")},application/json`, "v2"],
  ["v2beta1 to a client that knows no other, as kubectl 1.29", `${aggregated("v2beta1")},application/json`, "v2beta1"],
])("aggregated discovery answers %s", async (_name, accept, version) => {
  for (const root of ["/api", "/apis"]) {
    const { json, headers } = await get(root, accept);
    expect(json).toMatchObject({ kind: "APIGroupDiscoveryList", apiVersion: `apidiscovery.k8s.io/${version}` });
    expect(headers["content-type"]).toContain(`v=${version}`);
  }
});

test("aggregated and plain discovery name the same resources, short names and subresources", async () => {
  const { json } = await get("/apis", aggregated("v2"));
  for (const group of listAt(json, "items")) {
    const name = stringAt(group, "metadata", "name");
    for (const version of listAt(group, "versions")) {
      const plain = (await get(`/apis/${name}/${stringAt(version, "version")}`)).json;
      const own = listAt(plain, "resources").filter((resource) => !stringAt(resource, "name")?.includes("/"));
      expect(own.map((resource) => stringAt(resource, "name"))).toEqual(
        listAt(version, "resources").map((resource) => stringAt(resource, "resource")),
      );
      expect(own.map((resource) => fieldAt(resource, "shortNames"))).toEqual(
        listAt(version, "resources").map((resource) => fieldAt(resource, "shortNames")),
      );
      expect(listAt(plain, "resources").length - own.length).toBe(
        listAt(version, "resources").flatMap((resource) => listAt(resource, "subresources")).length,
      );
    }
  }
});

test("plain discovery lists versions, groups and Gardener's resources", async () => {
  expect((await get("/api")).json).toMatchObject({ kind: "APIVersions", versions: ["v1"] });
  expect((await get("/apis/core.gardener.cloud")).json).toMatchObject({
    kind: "APIGroup",
    preferredVersion: { groupVersion: "core.gardener.cloud/v1beta1" },
  });
  const { json } = await get("/apis/core.gardener.cloud/v1beta1");
  const names = listAt(json, "resources").map((resource) => stringAt(resource, "name"));
  expect(names).toEqual(
    expect.arrayContaining(["projects", "shoots", "shoots/status", "shoots/adminkubeconfig", "seeds", "cloudprofiles"]),
  );
});

test("the OpenAPI index calls itself text, leads to documents, and a write there takes fieldValidation", async () => {
  const { json: index, headers } = await get("/openapi/v3");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  const url = stringAt(index, "paths", "apis/core.gardener.cloud/v1beta1", "serverRelativeURL") ?? "";
  expect(url).toMatch(/^\/openapi\/v3\/apis\/core\.gardener\.cloud\/v1beta1\?hash=[0-9A-F]{32}$/);
  const document = (await get(url)).json;
  const item = "/apis/core.gardener.cloud/v1beta1/namespaces/{namespace}/shoots/{name}";
  const parameters = listAt(document, "paths", item, "patch", "parameters").map((parameter) =>
    stringAt(parameter, "name"),
  );
  expect(parameters).toContain("fieldValidation");
  expect(
    fieldAt(document, "components", "schemas", "cloud.gardener.core.v1beta1.Shoot", "properties", "spec"),
  ).toBeDefined();
});

test("no schema uses a boolean for additionalProperties, which crashes kubectl 1.30", async () => {
  const index = (await get("/openapi/v3")).json;
  for (const path of Object.values(Object(fieldAt(index, "paths")))) {
    const { text } = await get(stringAt(path, "serverRelativeURL") ?? "");
    expect(text).not.toMatch(/"additionalProperties":(true|false)/);
  }
});

test.each([
  ["/readyz", 200],
  ["/livez", 200],
  ["/healthz", 200],
  ["/version", 200],
  ["/version/", 200],
  ["/apis/no.such.group", 404],
  ["/apis/core.gardener.cloud/v9", 404],
  ["/apis/core.gardener.cloud/v1beta1/gadgets", 404],
  ["/api/v1/namespaces/garden-shop/pods", 403],
  ["/nothing", 403],
])("GET %s is %i", async (path, status) => {
  expect((await get(path)).status).toBe(status);
});

test("what everybody may know needs a token all the same, but health does not", async () => {
  expect((await server.client.send({ path: "/version", as: "" })).status).toBe(401);
  expect((await server.client.send({ path: "/readyz", as: "" })).status).toBe(200);
  expect((await server.client.send({ path: "/apis", as: "stranger" })).status).toBe(200);
});

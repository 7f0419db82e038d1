import { describe, expect, test } from "vitest";
import type { RawResponse } from "#garden/testing/raw-client.ts";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { configMaps, shoots } from "#lib/kube/resource.ts";

const server = startRawGardenForTests({ shoots: 200 });

const all = "/apis/core.gardener.cloud/v1beta1/shoots";
const shop = "/apis/core.gardener.cloud/v1beta1/namespaces/garden-shop/shoots";
const tableType = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

const get = (path: string, accept = "application/json") => server.client.send({ path, headers: { accept } });
const namesOf = ({ json }: RawResponse) =>
  listAt(json, "items").map(
    (item) => `${stringAt(item, "metadata", "namespace")}/${stringAt(item, "metadata", "name")}`,
  );
const query = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`;

describe("pages", () => {
  test("show the list as it was when the first page was read, whatever is written between them", async () => {
    const before = namesOf(await get(all));
    const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "between" } };
    server.garden.api.create({ resource: configMaps, namespace: "garden-shop" }, map);
    const seen: string[] = [];
    const versions = new Set<string | undefined>();
    let token: string | undefined = "";
    for (let page = 0; token !== undefined; page += 1) {
      const answer = await get(`${all}${query({ limit: "40", ...(token === "" ? {} : { continue: token }) })}`);
      seen.push(...namesOf(answer));
      versions.add(stringAt(answer.json, "metadata", "resourceVersion"));
      token = stringAt(answer.json, "metadata", "continue");
      const [first] = server.garden.api.list({ resource: shoots, namespace: "garden-shop" });
      const target = { resource: shoots, namespace: "garden-shop", name: first?.metadata.name ?? "" };
      server.garden.api.patch(target, { metadata: { labels: { page: String(page) } } });
      server.garden.api.patch(
        { resource: configMaps, namespace: "garden-shop", name: "between" },
        { data: { page: String(page) } },
      );
    }
    expect(seen).toEqual(before);
    expect(versions.size).toBe(1);
  });

  test("say how much is left, but not of a selection", async () => {
    const total = server.garden.api.list({ resource: shoots }).length;
    expect((await get(`${all}?limit=10`)).json).toMatchObject({ metadata: { remainingItemCount: total - 10 } });
    const selected = await get(`${all}${query({ limit: "10", labelSelector: "shoot.gardener.cloud/status=healthy" })}`);
    expect(fieldAt(selected.json, "metadata", "remainingItemCount")).toBeUndefined();
    expect(stringAt(selected.json, "metadata", "continue")).toBeDefined();
  });

  test("of a list that was forgotten are 410, and a made-up token is 400", async () => {
    const first = await get(`${all}?limit=1`);
    const token = stringAt(first.json, "metadata", "continue") ?? "";
    for (let list = 0; list < 70; list += 1) await get(`${all}?limit=1`);
    const answer = await get(`${all}${query({ limit: "1", continue: token })}`);
    expect(answer.json).toMatchObject({ code: 410, reason: "Expired" });
    for (const made of ["abc", "e30", "eyJpZCI6MX0"]) expect((await get(`${all}?continue=${made}`)).status).toBe(400);
  });

  test("cannot be read through another collection's path", async () => {
    const token = stringAt((await get(`${all}?limit=1`)).json, "metadata", "continue") ?? "";
    expect((await get(`${shop}${query({ continue: token })}`)).status).toBe(400);
  });
});

describe("selectors", () => {
  test.each([
    ["labelSelector", "shoot.gardener.cloud/status=healthy"],
    ["labelSelector", "shoot.gardener.cloud/status!=healthy"],
    ["labelSelector", "shoot.gardener.cloud/status in (healthy,progressing)"],
    ["labelSelector", "shoot.gardener.cloud/status notin (healthy)"],
    ["labelSelector", "shoot.gardener.cloud/status"],
    ["labelSelector", "!shoot.gardener.cloud/status"],
    ["fieldSelector", "metadata.name=storefront-eu"],
    ["fieldSelector", "metadata.namespace!=garden-shop,spec.seedName=aws-eu1"],
    ["fieldSelector", "spec.seedName=aws-eu1"],
  ])("%s %s and its opposite part the list in two", async (kind, selector) => {
    const total = namesOf(await get(all)).length;
    const chosen = namesOf(await get(`${all}${query({ [kind]: selector })}`));
    const opposite: Readonly<Record<string, string>> = {
      "shoot.gardener.cloud/status=healthy": "shoot.gardener.cloud/status!=healthy",
      "shoot.gardener.cloud/status!=healthy": "shoot.gardener.cloud/status=healthy",
      "shoot.gardener.cloud/status in (healthy,progressing)": "shoot.gardener.cloud/status notin (healthy,progressing)",
      "shoot.gardener.cloud/status notin (healthy)": "shoot.gardener.cloud/status in (healthy)",
      "shoot.gardener.cloud/status": "!shoot.gardener.cloud/status",
      "!shoot.gardener.cloud/status": "shoot.gardener.cloud/status",
      "metadata.name=storefront-eu": "metadata.name!=storefront-eu",
      "spec.cloudProfile.name=aws": "spec.cloudProfile.name!=aws",
    };
    const other = opposite[selector];
    if (other === undefined) expect(chosen.length).toBeLessThan(total);
    else expect(namesOf(await get(`${all}${query({ [kind]: other })}`))).toHaveLength(total - chosen.length);
  });

  test.each([
    ["labelSelector", "a b"],
    ["labelSelector", "a in b"],
    ["labelSelector", "=x"],
    ["fieldSelector", "spec.purpose=production"],
    ["fieldSelector", "metadata.name"],
    ["limit", "many"],
    ["limit", "-1"],
    ["resourceVersion", "new"],
    ["resourceVersionMatch", "Roughly"],
  ])("%s %s is 400", async (name, value) => {
    const answer = await get(`${all}${query({ [name]: value })}`);
    expect(answer.json).toMatchObject({ kind: "Status", code: 400, reason: "BadRequest" });
  });

  test("a version from the future is 504 with a reason that client-go knows", async () => {
    const answer = await get(`${all}?resourceVersion=9999999999999999`);
    expect(answer.json).toMatchObject({ code: 504, details: { causes: [{ reason: "ResourceVersionTooLarge" }] } });
  });
});

describe("representations", () => {
  test("a Table has Gardener's columns, and rows with the metadata of their objects", async () => {
    const { json } = await get(shop, tableType);
    const columns = listAt(json, "columnDefinitions");
    const narrow = columns
      .filter((column) => fieldAt(column, "priority") === 0)
      .map((column) => stringAt(column, "name"));
    expect(narrow).toEqual([
      "Name",
      "CloudProfile",
      "Provider",
      "Region",
      "K8S Version",
      "Hibernation",
      "Last Operation",
      "Status",
      "Age",
    ]);
    const [row] = listAt(json, "rows");
    expect(listAt(row, "cells")).toHaveLength(columns.length);
    expect(fieldAt(row, "object")).toMatchObject({ kind: "PartialObjectMetadata" });
    expect(fieldAt(row, "object", "spec")).toBeUndefined();
  });

  test.each(["None", "Object"])("includeObject=%s is heard", async (include) => {
    const { json } = await get(`${shop}?includeObject=${include}`, tableType);
    const object = fieldAt(listAt(json, "rows")[0], "object");
    if (include === "None") expect(object).toBeUndefined();
    else expect(fieldAt(object, "spec")).toBeDefined();
  });

  test("PartialObjectMetadata holds no spec", async () => {
    const accept = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
    const { json } = await get(shop, accept);
    expect(json).toMatchObject({ kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1" });
    expect(Object.keys(Object(listAt(json, "items")[0])).sort()).toEqual(["apiVersion", "kind", "metadata"]);
  });

  test("nothing else is acceptable", async () => {
    expect((await get(all, "image/png")).json).toMatchObject({ code: 406, reason: "NotAcceptable" });
  });
});

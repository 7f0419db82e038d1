import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { createRawClient, type RawRequest, type RawResponse } from "#garden/testing/raw-client.ts";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import { yamlBomb } from "#garden/testing/yaml-bomb.ts";

const server = startRawGardenForTests();

const namespace = "/api/v1/namespaces/garden-shop";
const configMaps = `${namespace}/configmaps`;
const shootList = "/apis/core.gardener.cloud/v1beta1/namespaces/garden-shop/shoots";

const json = "application/json";
const mergeType = "application/merge-patch+json";
const patchType = "application/json-patch+json";
const strategicType = "application/strategic-merge-patch+json";
const protobuf = "application/vnd.kubernetes.protobuf";

const post = (path: string, body: RawRequest["body"], type = json): RawRequest => ({
  method: "POST",
  path,
  body,
  headers: { "content-type": type },
});
const patch = (body: RawRequest["body"], type: string, path = `${configMaps}/victim`): RawRequest => ({
  method: "PATCH",
  path,
  body,
  headers: { "content-type": type },
});

function configMap(metadata: object, rest: object = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata, ...rest };
}

function shoot(metadata: object, spec: unknown): object {
  return { apiVersion: "core.gardener.cloud/v1beta1", kind: "Shoot", metadata: { name: "odd", ...metadata }, spec };
}

const goodSpec = {
  cloudProfile: { kind: "CloudProfile", name: "aws" },
  kubernetes: { version: "1.34.1" },
  provider: { type: "aws" },
  region: "eu",
};

function deep(levels: number, open: string, close: string): string {
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
}

/** A protobuf message of the kind with the given bytes inside. */
function envelope(kind: string, raw: Buffer): Buffer {
  const field = (number: number, bytes: Buffer) =>
    Buffer.concat([Buffer.from([(number << 3) | 2]), varint(bytes.length), bytes]);
  const typeMeta = Buffer.concat([field(1, Buffer.from("v1")), field(2, Buffer.from(kind))]);
  return Buffer.concat([Buffer.from("k8s\0", "latin1"), field(1, typeMeta), field(2, raw)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** A ConfigMap with 300,000 repeated entries, as a small protobuf body. */
const manyEntries = Buffer.concat(Array.from({ length: 300_000 }, () => Buffer.from([0x12, 0x03, 0x0a, 0x01, 0x61])));

const cases: readonly (readonly [string, RawRequest, number | readonly number[]])[] = [
  ["broken JSON", post(configMaps, '{"metadata":'), 400],
  ["JSON 100,000 levels deep", post(configMaps, deep(100_000, "[", "]")), 400],
  ["objects 100,000 levels deep", post(configMaps, deep(100_000, '{"a":', "}")), 400],
  ["YAML 100,000 levels deep", post(configMaps, deep(100_000, "[", "]"), "application/yaml"), 400],
  ["YAML that multiplies itself", post(configMaps, yamlBomb("metadata: {name: x}\n"), "application/yaml"), [400, 422]],
  ["an empty body", post(configMaps, ""), 400],
  ["a body that is no object", post(configMaps, "[]"), 400],
  ["an object without metadata", post(configMaps, "{}"), 400],
  ["metadata that is a text", post(configMaps, { metadata: "x" }), 400],
  ["a name that is a number", post(configMaps, configMap({ name: 5 })), 400],
  ["a generateName that is a number", post(configMaps, configMap({ generateName: 5 })), 400],
  ["a name that climbs up", post(configMaps, configMap({ name: "../secrets" })), 422],
  ["labels that are a text", post(configMaps, configMap({ name: "x", labels: "a=b" })), 400],
  ["a label that is a number", post(configMaps, configMap({ name: "x", labels: { a: 1 } })), 400],
  ["finalizers that are a number", post(configMaps, configMap({ name: "x", finalizers: 7 })), 400],
  ["annotations that are a list", post(configMaps, configMap({ name: "x", annotations: ["a"] })), 400],
  ["a resourceVersion that is an object", post(configMaps, configMap({ name: "x", resourceVersion: {} })), 400],
  ["data that is a list", post(configMaps, configMap({ name: "x" }, { data: ["a"] })), 400],
  ["a prototype key among labels", post(configMaps, '{"metadata":{"name":"x","labels":{"__proto__":"y"}}}'), 422],
  ["an object of 5 MB", post(configMaps, configMap({ name: "big" }, { data: { x: "y".repeat(5e6) } })), 413],
  ["an object of 2 MB", post(configMaps, configMap({ name: "big" }, { data: { x: "y".repeat(2e6) } })), [413, 422]],
  ["a body of plain text", post(configMaps, "hello", "text/plain"), 415],
  ["a form", post(configMaps, "a=b", "application/x-www-form-urlencoded"), 415],
  ["another kind", post(configMaps, { apiVersion: "v1", kind: "Secret", metadata: { name: "x" } }), 400],
  ["another namespace in the object", post(configMaps, configMap({ name: "x", namespace: "garden-ml" })), 400],
  ["protobuf without its magic", post(configMaps, Buffer.from("hello"), protobuf), 400],
  ["protobuf that is cut off", post(configMaps, envelope("ConfigMap", Buffer.from([0x0a, 0x7f, 0x01])), protobuf), 400],
  ["protobuf with a length beyond all bytes", post(configMaps, overlong(), protobuf), 400],
  ["protobuf of an unknown kind", post(configMaps, envelope("Pod", Buffer.alloc(0)), protobuf), 400],
  ["protobuf nested in itself", post(configMaps, envelope("ConfigMap", Buffer.alloc(200, 0x0a)), protobuf), 400],
  ["protobuf of 300,000 entries without metadata", post(configMaps, envelope("ConfigMap", manyEntries), protobuf), 400],
  ["a spec that is a text", post(shootList, shoot({}, "x")), 400],
  ["a provider that is a list", post(shootList, shoot({}, { ...goodSpec, provider: [] })), 400],
  ["workers that are a map", post(shootList, shoot({}, withWorkers({ name: "a" }))), 400],
  ["a worker that is a text", post(shootList, shoot({}, withWorkers(["a"]))), 400],
  ["a version that is a number", post(shootList, shoot({}, { ...goodSpec, kubernetes: { version: 1.34 } })), 400],
  ["a quantity of a million digits", post(shootList, shoot({}, withReserved("9".repeat(1e6)))), 400],
  ["a quantity beyond all bounds", post(shootList, shoot({}, withReserved("1e99999999"))), 400],
  [
    "an operation that is a list",
    post(shootList, shoot({ annotations: { "gardener.cloud/operation": [] } }, goodSpec)),
    400,
  ],
  ["a merge patch that is a list", patch("[]", mergeType), 400],
  ["a merge patch of the whole metadata", patch({ metadata: null }, mergeType), 400],
  ["a merge patch that makes metadata a text", patch({ metadata: "x" }, mergeType), 422],
  ["a merge patch 100,000 levels deep", patch(deep(100_000, '{"a":', "}"), mergeType), 400],
  ["a JSON patch that is no list", patch({}, patchType), 400],
  [
    "a JSON patch of 10,001 operations",
    patch(Array(10_001).fill({ op: "test", path: "/kind", value: "x" }), patchType),
    413,
  ],
  ["a JSON patch of unknown operations", patch([{ op: "fly", path: "/a" }], patchType), 422],
  ["a JSON patch without a path", patch([{ op: "add" }], patchType), 422],
  ["a JSON patch to nowhere", patch([{ op: "replace", path: "/a/b/c", value: 1 }], patchType), 422],
  ["a JSON patch of the prototype", patch([{ op: "add", path: "/__proto__/polluted", value: 1 }], patchType), 422],
  ["a JSON patch that copies itself", patch(copyBomb(), patchType), [413, 422]],
  ["a JSON patch of the whole object", patch([{ op: "replace", path: "", value: 5 }], patchType), [400, 422]],
  ["a strategic patch that is a text", patch('"x"', strategicType), 400],
  [
    "a strategic patch with a wrong directive",
    patch({ metadata: { finalizers: { $patch: "x" } } }, strategicType),
    400,
  ],
  ["a patch of an unknown type", patch({}, "application/bogus-patch+json"), 415],
  ["a wrong Accept header", { path: configMaps, headers: { accept: "image/png" } }, 406],
  ["a label selector of nonsense", { path: `${configMaps}?labelSelector=((((` }, 400],
  ["a label selector of 20,000 commas", { path: `${configMaps}?labelSelector=${",(".repeat(10_000)}` }, [400, 431]],
  ["an unknown field selector", { path: `${configMaps}?fieldSelector=data.a=b` }, 400],
  ["a limit that is a text", { path: `${configMaps}?limit=many` }, 400],
  ["a forged continue token", { path: `${configMaps}?limit=1&continue=AAAA` }, 400],
  ["a version that is a text", { path: `${configMaps}?resourceVersion=abc` }, 400],
  ["a watch version that is a text", { path: `${configMaps}?watch=true&resourceVersion=abc` }, 400],
  ["a timeout that is a text", { path: `${configMaps}?watch=true&timeoutSeconds=soon` }, 400],
  ["a dryRun that is not All", { ...post(`${configMaps}?dryRun=Some`, configMap({ name: "x" })) }, 422],
  ["a broken escape in the path", { path: `${configMaps}/%zz` }, 400],
  ["an escaped slash in the name", { path: `${configMaps}/..%2f..%2fsecrets` }, 404],
  ["a prototype as a resource", { path: "/api/v1/__proto__" }, 403],
  ["a prototype as a subresource", { path: `${shootList}/x/constructor` }, 404],
  ["POST to an item", post(`${configMaps}/victim`, configMap({ name: "victim" })), 405],
  ["PUT to a collection", { method: "PUT", path: configMaps, body: configMap({ name: "x" }) }, 405],
  ["an unknown method", { method: "PROPFIND", path: configMaps }, 405],
  ["reading a kubeconfig request", { path: `${shootList}/storefront-eu/adminkubeconfig` }, 405],
  ["deleting a status", { method: "DELETE", path: `${shootList}/storefront-eu/status` }, 405],
  [
    "a kubeconfig for a second",
    post(`${shootList}/storefront-eu/adminkubeconfig`, { spec: { expirationSeconds: 1 } }),
    422,
  ],
  [
    "a kubeconfig for a text",
    post(`${shootList}/storefront-eu/adminkubeconfig`, { spec: { expirationSeconds: "1h" } }),
    400,
  ],
  ["a token for a second", post(`${namespace}/serviceaccounts/nobody/token`, { spec: { expirationSeconds: 1 } }), 404],
  ["no token", { path: configMaps, as: "" }, 401],
  ["a wrong token", { path: configMaps, as: "", headers: { authorization: "Bearer wrong" } }, 401],
  ["basic authentication", { path: configMaps, as: "", headers: { authorization: "Basic YTpi" } }, 401],
];

function withReserved(cpu: string): object {
  return { ...goodSpec, kubernetes: { version: "1.34.1", kubelet: { kubeReserved: { cpu } } } };
}

function withWorkers(workers: unknown): object {
  return { ...goodSpec, provider: { type: "aws", workers } };
}

/** Each JSON patch operation doubles the size of the object. */
function copyBomb(): object[] {
  return Array.from({ length: 64 }, (_, at) => ({ op: "copy", from: "", path: `/copy${at}` }));
}

function overlong(): Buffer {
  return Buffer.concat([Buffer.from("k8s\0", "latin1"), Buffer.from([0x12]), Buffer.alloc(9, 0xff), Buffer.from([1])]);
}

async function isAlive(): Promise<boolean> {
  return (await server.client.send({ path: "/readyz" })).text === "ok";
}

function reasonOf({ json }: RawResponse): unknown {
  return typeof json === "object" && json !== null && "kind" in json ? json.kind : undefined;
}

describe("a hostile request gets the API server's refusal, and the garden lives", () => {
  beforeAll(async () => {
    const made = await server.client.send(post(configMaps, configMap({ name: "victim" }, { data: { a: "b" } })));
    expect(made.status).toBe(201);
  });

  test.each(cases)("%s", { timeout: 30_000 }, async (_name, request, expected) => {
    const answer = await server.client.send(request);
    expect([expected].flat(), answer.text.slice(0, 500)).toContain(answer.status);
    expect(reasonOf(answer)).toBe("Status");
    expect(await isAlive()).toBe(true);
  });

  test("10,000 unknown fields, in any script, are warned of within what a client's header buffer takes", async () => {
    const spare = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`字段\n${at}`, at]));
    const { status, headers } = await server.client.send(post(configMaps, configMap({ name: "many-fields" }, spare)));
    expect(status).toBe(201);
    const { warning } = headers;
    expect(warning).toMatch(/^299 - "unknown field [\x20-\x7e]+$/);
    expect(warning).toContain("there are more warnings");
    expect(String(warning).length).toBeLessThan(12_000);
  });

  test("nothing of all that is left", async () => {
    const { text } = await server.client.send({ path: configMaps });
    const names = JSON.parse(text).items.map((item: { metadata: { name: string } }) => item.metadata.name);
    expect(names).toContain("victim");
    expect(names).not.toContain("x");
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

test("bytes that are no TLS, and connections that say nothing, neither end the garden nor keep it from stopping", async () => {
  const other = await startEmbeddedGarden({ life: false });
  const port = Number(new URL(other.url).port);
  const plain = connect(port, "127.0.0.1");
  plain.end("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(await text(plain)).toMatch(/^HTTP\/1\.0 400 .*Client sent an HTTP request to an HTTPS server\.\n$/s);
  const garbage = connect(port, "127.0.0.1");
  const closed = new Promise((resolve) => garbage.on("close", resolve));
  garbage.on("error", () => undefined); // a reset is one way to be told
  garbage.end("neither the one nor the other");
  garbage.resume();
  await closed;
  const silent = connect(port, "127.0.0.1");
  silent.on("error", () => undefined);
  await new Promise((resolve) => silent.on("connect", resolve));
  const otherClient = createRawClient(other);
  expect((await otherClient.send({ path: "/readyz" })).text).toBe("ok");
  otherClient.close();
  await other.stop();
});

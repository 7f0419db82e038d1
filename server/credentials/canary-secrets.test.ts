import { afterAll, beforeAll, expect, test } from "vitest";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { type Act, actPreviewSchema } from "#lib/contract/act.ts";
import { type RevealRequest, revealResponseSchema } from "#lib/contract/credentials-reveal.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { configMaps, secrets, shoots } from "#lib/kube/resource.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { openStream } from "#server/testing/open-stream.ts";
import { paramsFor, routeHandlers, urlOfServedPath } from "#server/testing/route-handlers.ts";
import { readableRoutes } from "#server/testing/route-inventory.ts";
import type { StreamReader } from "#server/testing/stream-reader.ts";

const cluster = { project: "shop", name: "storefront-eu" };
const namespace = "garden-shop";
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Marker secrets, each in a place where Gardener or a user stores such a secret. */
const planted = {
  "monitoring password": "canary-monitoring-Kx81w",
  "SSH key": "canary-ssh-Qz27p",
  "old SSH key": "canary-old-ssh-Lm90r",
  "certificate authority": "canary-authority-Tb55d",
  "cloud credential": "canary/cloud/Wn36s".padEnd(40, "0"),
};

const demo = startDemoTestBed({ plant, env: { METRICS_PORT: "9100" } });
let stream: StreamReader;
const tab = new AbortController();

function plant({ api }: EmbeddedGarden): void {
  const write = (name: string, values: Record<string, string>) => {
    const data = Object.fromEntries(Object.entries(values).map(([key, text]) => [key, base64(text)]));
    const target = { resource: secrets, namespace, name };
    if (api.get(target)) api.patch(target, { data });
    else api.create(target, { apiVersion: "v1", kind: "Secret", metadata: { name }, ...{ data } });
  };
  write(`${cluster.name}.monitoring`, { username: "admin", password: planted["monitoring password"] });
  write(`${cluster.name}.ssh-keypair`, { id_rsa: planted["SSH key"], "id_rsa.pub": "ssh-ed25519 AAAA" });
  write(`${cluster.name}.ssh-keypair.old`, { id_rsa: planted["old SSH key"], "id_rsa.pub": "ssh-ed25519 AAAB" });
  const shoot = api.get<Shoot>({ resource: shoots, namespace, name: cluster.name });
  write(shoot?.spec.credentialsBindingName ?? "", { secretAccessKey: planted["cloud credential"] });
  const bundle = { resource: configMaps, namespace, name: `${cluster.name}.ca-cluster` };
  const text = api.get<{ metadata: { name: string }; data: Record<string, string> }>(bundle)?.data["ca.crt"] ?? "";
  api.patch(bundle, { data: { "ca.crt": `# ${planted["certificate authority"]}\n${text}` } });
}

beforeAll(async () => {
  stream = await openStream(await demo.cookie("owner-commerce"), tab.signal);
});
afterAll(() => tab.abort());

async function call(path: string, body?: object): Promise<Response> {
  const method = body === undefined ? "GET" : "POST";
  const handler = (await routeHandlers(path)).get(method);
  if (handler === undefined) throw new Error(`${path} has no ${method}`);
  const params = paramsFor(path, cluster);
  return demo.call(handler, "owner-commerce", { path: urlOfServedPath(path, params), params, ...(body && { body }) });
}

const ofCluster = "/api/clusters/[project]/[name]";

/** Marker secrets that the user has requested to reveal and may therefore occur in responses. */
async function revealAll(): Promise<ReadonlyMap<string, string>> {
  const kinds: readonly RevealRequest[] = [
    { what: "monitoring" },
    { what: "ssh-keypair" },
    { what: "old-ssh-keypair" },
    { what: "ca-bundle" },
    { what: "admin-kubeconfig", expirationSeconds: 600 },
    { what: "viewer-kubeconfig", expirationSeconds: 600 },
  ];
  const told = new Map<string, string>();
  for (const body of kinds) {
    const response = await call(`${ofCluster}/reveal`, body);
    expect(response.status, body.what).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { parts } = revealResponseSchema.parse(await response.json());
    told.set(body.what, parts.map(({ text }) => text).join("\n"));
  }
  return told;
}

/** The keys in a kubeconfig: in base64, and one line of the decoded PEM. */
function keysIn(kubeconfig = ""): readonly string[] {
  const [, key = ""] = /client-key-data: (\S+)/.exec(kubeconfig) ?? [];
  const lines = Buffer.from(key, "base64").toString().split("\n");
  const inner = lines.filter((line) => line.length > 20 && !line.startsWith("-----"));
  return [key, ...inner];
}

/** A marker secret as plain text, in base64 as in a Secret, and URL-encoded. */
const formsOf = (canary: string) => [canary, base64(canary), base64(canary).slice(0, -4), encodeURIComponent(canary)];

test("S16, S20: canary secrets are in what was asked for, and in no answer, event, log line or metric besides", async () => {
  const told = await revealAll();
  expect(told.get("monitoring")).toContain(planted["monitoring password"]);
  expect(told.get("ssh-keypair")).toContain(planted["SSH key"]);
  expect(told.get("old-ssh-keypair")).toContain(planted["old SSH key"]);
  const keys = [...keysIn(told.get("admin-kubeconfig")), ...keysIn(told.get("viewer-kubeconfig"))];
  expect(keys.length).toBeGreaterThanOrEqual(4);
  expect(keys.every((key) => key.length > 20)).toBe(true);

  const elsewhere = new Map<string, string>();
  const keep = async (name: string, response: Response) => {
    elsewhere.set(name, `${JSON.stringify([...response.headers])}\n${await response.text()}`);
  };
  // Sends all kinds of requests after all secrets were revealed.
  for (const { path } of readableRoutes) await keep(path, await call(path));
  await keep("nodes", await call(`${ofCluster}/nodes`, { follow: [] }));
  for (const asAdministrator of [false, true]) {
    await keep(`contents, ${asAdministrator}`, await call(`${ofCluster}/contents`, { to: "1.35.1", asAdministrator }));
  }
  // Actions, refused requests, and requests that contain a secret by mistake.
  const act: Act = { kind: "operation", id: "rotate-ssh-keypair", when: "now" };
  const previewed = await call(`${ofCluster}/preview`, { act });
  const { uid, resourceVersion, hash } = actPreviewSchema.parse(await previewed.clone().json());
  await keep("preview", previewed);
  await keep("act", await call(`${ofCluster}/operations`, { act, uid, resourceVersion, previewHash: hash }));
  for (const canary of Object.values(planted)) await call(`${ofCluster}/reveal`, { what: canary });
  await call(`${ofCluster}/checklist`, { kind: "add-row", text: `our note ${planted["SSH key"]}` });

  // The Secrets change while a user watches.
  plant(demo.embedded);
  const heard = stream.frames.length;
  demo.embedded.api.patch(
    { resource: shoots, namespace, name: cluster.name },
    { metadata: { labels: { moved: "yes" } } },
  );
  await stream.until(({ frames }) => frames.length > heard);
  elsewhere.set("SSE", stream.text);
  elsewhere.set("log", demo.log.join("\n"));
  elsewhere.set("metrics", (await demo.app.processMetrics?.text()) ?? "");
  expect(elsewhere.get("metrics")).toContain("almanac_acts_total");
  expect(elsewhere.get("log")).toContain('"audit":"reveal"');

  const canaries = [...Object.values(planted).flatMap(formsOf), ...keys];
  const leaks = [...elsewhere].flatMap(([place, text]) =>
    canaries.filter((canary) => text.includes(canary)).map((canary) => `${place}: ${canary.slice(0, 30)}`),
  );
  expect(leaks).toEqual([]);
});

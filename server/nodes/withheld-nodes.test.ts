import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { beforeEach, expect, test, vi } from "vitest";
import { POST } from "#app/api/clusters/[project]/[name]/nodes/route.ts";
import { demoCaCertificate } from "#garden/gardener/controllers/gardenlet/cluster-authorities.ts";
import { type NodesResponse, nodesResponseSchema } from "#lib/contract/nodes.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { roleBindings } from "#lib/kube/resource.ts";
import { withheldNodesDescriptions } from "#lib/view/nodes/withheld-nodes-descriptions.ts";
import type { Transport, TransportRequest, TransportResponse } from "#server/garden/transport.ts";
import { clusterRoles } from "#server/testing/cluster-roles.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";

const ledger = { project: "payments", name: "ledger-eu" };
type Kind = "viewer" | "admin";
/** How a request for a kubeconfig fails; undefined lets the garden answer. */
type Spoil = (kind: Kind, real: () => Promise<string>) => Promise<TransportResponse | undefined>;

let spoil: Spoil = async () => undefined;
const asked: Kind[] = [];

const demo = startDemoTestBed({ garden: { now: new Date("2026-08-10T09:30:00Z"), speed: 0 }, wrap: spoiled });
beforeEach(() => {
  spoil = async () => undefined;
  asked.length = 0;
});

function spoiled(real: Transport): Transport {
  return {
    async send(request: TransportRequest) {
      const [, kind] = /\/(viewer|admin)kubeconfig$/.exec(request.url.pathname) ?? [];
      if (kind !== "viewer" && kind !== "admin") return real.send(request);
      asked.push(kind);
      return (await spoil(kind, async () => kubeconfigIn(await real.send(plainly(request))))) ?? real.send(request);
    },
    close: () => real.close(),
  };
}

function plainly(request: TransportRequest): TransportRequest {
  return { ...request, headers: { ...request.headers, "accept-encoding": "identity" } };
}

async function kubeconfigIn({ body }: TransportResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const encoded = stringAt(JSON.parse(Buffer.concat(chunks).toString()), "status", "kubeconfig") ?? "";
  return Buffer.from(encoded, "base64").toString();
}

function answer(status: number, body: object): TransportResponse {
  const bytes = async function* () {
    yield new TextEncoder().encode(JSON.stringify(body));
  };
  return { status, headers: { "content-type": "application/json" }, body: bytes() };
}

const made = (text: string) =>
  answer(201, {
    apiVersion: "authentication.gardener.cloud/v1alpha1",
    kind: "ViewerKubeconfigRequest",
    metadata: { name: ledger.name },
    status: { kubeconfig: Buffer.from(text).toString("base64") },
  });
const refusal = (code: number, reason: string, message: string) =>
  answer(code, { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message });

async function reading(identity = "operator", cluster = ledger): Promise<NodesResponse> {
  const response = await demo.call(POST, identity, { params: cluster, body: { follow: [] } });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  // In all error cases, neither response nor log contains credentials.
  for (const told of [text, demo.log.join("\n")]) expect(told).not.toMatch(/BEGIN|client-key-data|client-certificate/);
  return nodesResponseSchema.parse(JSON.parse(text));
}

const noClientCa =
  'Internal error occurred: could not get client CA secret: internalsecret.core.gardener.cloud "ledger-eu.ca-client" not found';
const lifetime = "spec.expirationSeconds: Invalid value: 600: must not be lower than 1800";

test.each<[string, Spoil, Partial<NodesResponse>]>([
  [
    "the garden forbids both kinds of kubeconfig",
    async (kind) => refusal(403, "Forbidden", `cannot create resource "shoots/${kind}kubeconfig"`),
    { why: "no-access", message: 'cannot create resource "shoots/adminkubeconfig"' },
  ],
  [
    "the garden grants no certificate of that lifetime",
    async () => refusal(422, "Invalid", lifetime),
    { why: "no-kubeconfig", message: lifetime },
  ],
  [
    "the cluster is not finished, which is a 500",
    async () => refusal(500, "InternalError", noClientCa),
    { why: "unfinished" },
  ],
  [
    "the cluster has no API server yet, which is a 422",
    async () =>
      refusal(
        422,
        "Invalid",
        'Shoot.core.gardener.cloud "ledger-eu" is invalid: status.status: Invalid value: null: no kube-apiserver advertised addresses in Shoot .status.advertisedAddresses',
      ),
    { why: "unfinished" },
  ],
  [
    "the garden knows neither kind",
    async () => refusal(404, "NotFound", "the server could not find the requested resource"),
    { why: "no-kubeconfig", message: "the server could not find the requested resource" },
  ],
  [
    "what the garden made is no kubeconfig",
    async () => made("- hello"),
    { why: "no-kubeconfig", message: "The kubeconfig of the cluster has no current context" },
  ],
  [
    "the API server is not where the kubeconfig says",
    async (_, real) => made((await real()).replace(/(server: https:\/\/127\.0\.0\.1):\d+/, "$1:1")),
    { why: "unreachable" },
  ],
  [
    "the API server shows a certificate that the kubeconfig does not vouch for",
    async (_, real) => {
      const ca = Buffer.from(demoCaCertificate).toString("base64");
      return made((await real()).replace(/certificate-authority-data: .*/, `certificate-authority-data: ${ca}`));
    },
    { why: "unreachable" },
  ],
])("%s: the pools stand alone, and the page says why, in the words that it has", async (_, spoiling, expected) => {
  spoil = spoiling;
  const found = await reading();
  expect(found).toMatchObject({ state: "withheld", ...expected });
  if (found.state !== "withheld") return;
  const { title, text } = withheldNodesDescriptions[found.why];
  expect(String(title).length * String(text).length).toBeGreaterThan(0);
});

/** A proxy that passes the TLS handshake and then drops everything the server sends. */
async function silenced(port: number): Promise<{ readonly port: number; calls(): number; close(): void }> {
  let calls = 0;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const real = connect(port, "127.0.0.1");
    let heard = 0;
    for (const socket of [client, real]) sockets.add(socket.on("error", () => undefined));
    client.on("data", (bytes) => {
      heard += 1;
      if (heard === 2) calls += 1;
      real.write(bytes);
    });
    real.on("data", (bytes) => {
      if (heard < 2) client.write(bytes);
    });
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  const close = () => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  };
  return { port: address.port, calls: () => calls, close };
}

test("an API server that takes the call and never answers is waited for twelve seconds, and then said not to answer", async () => {
  let silent: Awaited<ReturnType<typeof silenced>> | undefined;
  spoil = async (_, real) => {
    const kubeconfig = await real();
    const [, port] = /server: https:\/\/127\.0\.0\.1:(\d+)/.exec(kubeconfig) ?? [];
    silent = await silenced(Number(port));
    return made(kubeconfig.replace(`127.0.0.1:${port}`, `127.0.0.1:${silent.port}`));
  };
  const patience = AbortSignal.timeout.bind(AbortSignal);
  // Timeouts pass eight times as fast in this test.
  const clock = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => patience(ms === 12_000 ? 1_500 : ms));
  try {
    expect(await reading()).toMatchObject({ state: "withheld", why: "unreachable" });
    expect(silent?.calls()).toBe(1);
    expect(clock).toHaveBeenCalledWith(12_000);
  } finally {
    clock.mockRestore();
    silent?.close();
  }
});

test("the stronger kubeconfig is asked for only where the weaker one is refused", async () => {
  expect(await reading()).toMatchObject({ state: "read", role: "viewer" });
  expect(asked).toEqual(["viewer"]);
  asked.length = 0;
  spoil = async (kind) => (kind === "viewer" ? refusal(403, "Forbidden", "no") : undefined);
  expect(await reading()).toMatchObject({ state: "read", role: "admin" });
  expect(asked).toEqual(["viewer", "admin"]);
});

test("a lifetime that is refused is not asked for again as admin", async () => {
  spoil = async () => refusal(422, "Invalid", lifetime);
  await reading();
  expect(asked).toEqual(["viewer"]);
});

test("asleep, or on the way up, no kubeconfig is asked for at all", async () => {
  for (const cluster of [
    { project: "platform", name: "build-cache" },
    { project: "sandbox", name: "hack-2026" },
  ]) {
    expect(await reading("operator", cluster)).toEqual({ state: "withheld", why: "hibernated" });
  }
  expect(asked).toEqual([]);
});

test("who may read the cluster and nothing in it sees its pools, and that a kubeconfig is what is missing", async () => {
  const rbac = "rbac.authorization.k8s.io";
  const role: KubeObject & object = {
    apiVersion: `${rbac}/v1`,
    kind: "ClusterRole",
    metadata: { name: "shoots-only" },
    ...{ rules: [{ verbs: ["get", "list", "watch"], apiGroups: ["core.gardener.cloud"], resources: ["shoots"] }] },
  };
  demo.embedded.api.create({ resource: clusterRoles }, role);
  const binding = {
    apiVersion: `${rbac}/v1`,
    kind: "RoleBinding",
    metadata: { name: "shoots-only" },
    ...{ subjects: [{ apiGroup: rbac, kind: "User", name: "sam.whitlock@harborline.example" }] },
    ...{ roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "shoots-only" } },
  };
  demo.embedded.api.create({ resource: roleBindings, namespace: "garden-payments" }, binding);
  expect(await reading("stranger")).toMatchObject({
    state: "withheld",
    why: "no-access",
    message: expect.stringContaining("adminkubeconfig"),
  });
});

import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { findFreePort } from "#e2e/processes.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { waitUntilTrue } from "#tools/real-garden/eventually.ts";
import { describeGardenRejection, type GardenAccess } from "#tools/real-garden/garden-access.ts";
import { gardenGroup, listGardenObjects } from "#tools/real-garden/garden-objects.ts";
import { importLandscape, isShoot } from "#tools/real-garden/import-landscape.ts";
import { registerExtensions } from "#tools/real-garden/landscape-frame.ts";
import type { RealGarden } from "#tools/real-garden/start-real-garden.ts";
import { readNamespace } from "./cluster-objects.ts";
import { startIngress } from "./ingress.ts";
import { findVisitErrors, visitLabel } from "./open-in-browser.ts";
import { startPod } from "./start-pod.ts";

const root = path.resolve(import.meta.dirname, "..", "..");

type Say = (line: string) => void;

/** The shell commands in a chapter of a document, one entry per code block. */
export function chapterCommandsOf(paper: string, chapter: string): readonly string[] {
  const text = paper.split(/^(?=#{2,3} )/m).find((part) => part.startsWith(`${chapter}\n`));
  if (text === undefined) throw new Error(`there is no chapter ${chapter}`);
  return Array.from(text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm), ([, indent = "", block = ""]) =>
    block.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}

/**
 * Executes the chapter "Install" of docs/install.md literally, with the garden as both clusters, imports the demo
 * clusters, starts the Deployment like a kubelet, and opens a page. Needs kubectl. Returns one line per error.
 */
export async function followInstallDocument(helm: string, garden: RealGarden, say: Say) {
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-documents-"));
  try {
    await symlink(path.join(root, "deploy"), path.join(folder, "deploy"));
    await mkdir(path.join(folder, "bin"));
    await symlink(helm, path.join(folder, "bin", "helm"));
    const blocks = chapterCommandsOf(await readFile(path.join(root, "docs", "install.md"), "utf8"), "## Install");
    for (const [index, block] of blocks.entries()) {
      await shell(block, folder, { KUBECONFIG: garden.kubeconfig, GARDEN: garden.url });
      if (index === 0) await fillToken(garden);
    }
    say(`${blocks.length} blocks of commands were followed`);
    await handInClusters(garden, say);
    return await servedFaults(garden, folder, say);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Imports the demo clusters. Almanac's permissions stay those that the document grants. */
async function handInClusters({ admin }: RealGarden, say: Say): Promise<void> {
  await registerExtensions(admin);
  const isOfCharts = ({ kind, metadata }: KubeObject) =>
    metadata.name.startsWith("almanac:") || (kind === "Namespace" && metadata.name === "almanac");
  // The status of a NamespacedCloudProfile is computed by a controller, which does not run here.
  const waits = (object: KubeObject) => isShoot(object) && object.spec.cloudProfile?.kind === "NamespacedCloudProfile";
  const isWanted = (object: KubeObject) => !isOfCharts(object) && !waits(object);
  const { taken, handedIn, refusals } = await importLandscape(admin, new Date(), isWanted);
  say(`${taken} of ${handedIn} objects of a landscape were handed in`);
  // One demo cluster is skipped, because its expired version is no longer in the profile and the API server refuses it.
  for (const { object, answer } of refusals) say(`refused: ${object}: ${answer.slice(0, 200)}`);
}

async function shell(script: string, cwd: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const env = { ...process.env, ...environment, PATH: `${path.join(cwd, "bin")}${path.delimiter}${process.env.PATH}` };
  const child = spawn("bash", ["-euc", script], { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("exit", resolve));
  if (code !== 0) throw new Error(`ended with ${code}:\n${script}`);
}

/** Does what kube-controller-manager does: adds token and CA to the Secret of a ServiceAccount. */
async function fillToken({ admin, caPem }: RealGarden): Promise<void> {
  const core = "/api/v1/namespaces/garden";
  const asked = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const account = `${core}/serviceaccounts/almanac/token`;
  const answer = await admin.send({ method: "POST", path: account, body: asked });
  if (answer.code !== 201) throw new Error(describeGardenRejection(answer));
  const { token } = z.object({ status: z.object({ token: z.string() }) }).parse(answer.body).status;
  const body = { data: { token: btoa(token), "ca.crt": btoa(caPem) } };
  await admin.send({ method: "PATCH", path: `${core}/secrets/almanac-token`, body });
}

async function servedFaults(garden: RealGarden, folder: string, say: Say): Promise<readonly string[]> {
  const { admin, tokens } = garden;
  const view = await readNamespace(admin, "almanac-system").podView("almanac");
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const own = { HOST: "127.0.0.1", PORT: String(port), METRICS_PORT: String(metricsPort) };
  const pod = await startPod(view, { folder, own });
  say(`the pod of the Deployment runs in ${pod.runsIn}`);
  try {
    const { host } = new URL(view.variables.PUBLIC_ORIGIN ?? "");
    const isReady = async () => (await get(port, "/readyz", host)).code === 200;
    await waitUntilTrue("Almanac has read the garden with the account's rights", () => isReady().catch(() => false));
    const page = await get(port, "/login", host);
    const metrics = await get(metricsPort, "/metrics", "localhost");
    const cookie = await signIn({ port, host, token: tokens.operator ?? "" });
    const home = await get(port, "/", host, { cookie });
    const fleet = await get(port, "/api/fleet", host, { cookie });
    const stranger = await get(port, "/api/fleet", host);
    const shoots = (await listGardenObjects<Shoot>(admin, "shoots")).map(heldAs).sort();
    const shown = fleet.code === 200 ? readEntireFleet(fleet.text).rows.map(rowAs).sort() : [];
    say(`${shown.length} of ${shoots.length} clusters are shown to who signs in`);
    const rules: readonly (readonly [boolean, string])[] = [
      [page.code === 200 && page.text.includes("<html"), `the page is served (${page.code})`],
      [cookie !== "", "somebody signs in with a token of the garden"],
      [home.code === 200 && home.text.includes("<html"), `a page is served to who has signed in (${home.code})`],
      [fleet.code === 200, `the clusters are served to who has signed in (${fleet.code} ${fleet.text.slice(0, 200)})`],
      [shoots.length > 50 && shoots.join() === shown.join(), `each of ${shoots.length} clusters is shown as it is`],
      [stranger.code === 401, `the clusters are served to nobody else (${stranger.code})`],
      [metrics.text.includes("\nalmanac_ready 1\n"), `metrics are served (${metrics.code})`],
    ];
    const broken = rules.flatMap(([holds, rule]) => (holds ? [] : [`not so: ${rule}`]));
    return [...broken, ...(await visited({ admin, host, port, token: tokens.operator ?? "" }))];
  } finally {
    await pod.stop();
  }
}

const heldAs = ({ metadata: { namespace, name, resourceVersion } }: KubeObject) =>
  `${namespace}/${name}@${resourceVersion}`;
const rowAs = ({ namespace, name, resourceVersion }: FleetRow) => `${namespace}/${name}@${resourceVersion}`;

interface Visited extends SigningIn {
  readonly admin: GardenAccess;
}

/** Opens Almanac in a browser through an Ingress, and returns the errors found. */
async function visited({ admin, host, port, token }: Visited): Promise<readonly string[]> {
  const [key = "", value] = visitLabel.split(":");
  const path = `${gardenGroup}/namespaces/garden-payments/shoots/acquiring`;
  const change = async () => {
    const answer = await admin.send({ method: "PATCH", path, body: { metadata: { labels: { [key]: value } } } });
    if (answer.code !== 200) throw new Error(describeGardenRejection(answer));
  };
  const ingress = await startIngress(host, port);
  try {
    return await findVisitErrors({ host, port: ingress.port, token, cluster: "acquiring", change });
  } finally {
    ingress.stop();
  }
}

interface Page {
  readonly code: number;
  readonly text: string;
}

interface SigningIn {
  readonly port: number;
  readonly host: string;
  readonly token: string;
}

/** Signs in like the sign-in page; returns the session cookies, or none if the sign-in is refused. */
async function signIn({ port, host, token }: SigningIn): Promise<string> {
  const headers = { host, "content-type": "application/json", "x-almanac": "1", "sec-fetch-site": "same-origin" };
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  const target = { host: "127.0.0.1", port, path: "/api/session", method: "POST", headers };
  const outgoing = request(target, (response) => {
    response.resume();
    response.once("end", () => resolve(response.statusCode === 200 ? (response.headers["set-cookie"] ?? []) : []));
  });
  outgoing.once("error", reject).end(JSON.stringify({ method: "token", token }));
  const pairs = (await promise).map((cookie) => cookie.split(";", 1)[0] ?? "");
  return pairs.filter((pair) => !pair.endsWith("=")).join("; ");
}

function get(port: number, target: string, host: string, more: Readonly<Record<string, string>> = {}): Promise<Page> {
  return new Promise((resolve, reject) => {
    const headers = { host, ...more };
    const outgoing = request({ host: "127.0.0.1", port, path: target, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.once("end", () => resolve({ code: response.statusCode ?? 0, text }));
    });
    outgoing.once("error", reject).end();
  });
}

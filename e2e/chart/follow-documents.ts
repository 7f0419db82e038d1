import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { freePort, startProcess } from "../processes.ts";
import { refusalText } from "../real-garden/garden-access.ts";
import type { RealGarden } from "../real-garden/start-real-garden.ts";
import { readNamespace } from "./cluster-objects.ts";

const root = path.resolve(import.meta.dirname, "..", "..");

/** The commands of a chapter of a paper, block by block, as somebody types them. */
export function commandsOf(paper: string, chapter: string): readonly string[] {
  const text = paper.split(/^(?=#{2,3} )/m).find((part) => part.startsWith(`${chapter}\n`));
  if (text === undefined) throw new Error(`there is no chapter ${chapter}`);
  return Array.from(text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm), ([, indent = "", block = ""]) =>
    block.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}

/**
 * Follows "Install" of docs/operating.md word for word, with the garden as both clusters, does what a kubelet does with
 * the Deployment that is there then, and opens a page. Needs kubectl. One line for each fault.
 */
export async function followDocuments(helm: string, garden: RealGarden, say: (line: string) => void) {
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-documents-"));
  try {
    await symlink(path.join(root, "deploy"), path.join(folder, "deploy"));
    await mkdir(path.join(folder, "bin"));
    await symlink(helm, path.join(folder, "bin", "helm"));
    const blocks = commandsOf(await readFile(path.join(root, "docs", "operating.md"), "utf8"), "## Install");
    for (const [index, block] of blocks.entries()) {
      await shell(block, folder, { KUBECONFIG: garden.kubeconfig, GARDEN: garden.url });
      if (index === 0) await fillToken(garden);
    }
    say(`${blocks.length} blocks of commands were followed`);
    return await servedFaults(garden, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the image runs where the pod says nothing else, after the name of Node. */
async function commandOfImage(): Promise<readonly string[]> {
  const dockerfile = await readFile(path.join(root, "deploy", "Dockerfile"), "utf8");
  const words = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile)?.[1] ?? "";
  const [, ...rest] = z.array(z.string()).min(2).parse(JSON.parse(words));
  return rest.map((word) => word.replace(/^\/almanac\//, ""));
}

async function shell(script: string, cwd: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const env = { ...process.env, ...environment, PATH: `${path.join(cwd, "bin")}${path.delimiter}${process.env.PATH}` };
  const child = spawn("bash", ["-euc", script], { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("exit", resolve));
  if (code !== 0) throw new Error(`ended with ${code}:\n${script}`);
}

/** What kube-controller-manager would do: the Secret of an account gets its token, and the authority of the server. */
async function fillToken({ admin, caPem }: RealGarden): Promise<void> {
  const core = "/api/v1/namespaces/garden";
  const asked = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const account = `${core}/serviceaccounts/almanac/token`;
  const answer = await admin.send({ method: "POST", path: account, body: asked });
  if (answer.code !== 201) throw new Error(refusalText(answer));
  const { token } = z.object({ status: z.object({ token: z.string() }) }).parse(answer.body).status;
  const body = { data: { token: btoa(token), "ca.crt": btoa(caPem) } };
  await admin.send({ method: "PATCH", path: `${core}/secrets/almanac-token`, body });
}

async function servedFaults({ admin, tokens }: RealGarden, folder: string): Promise<readonly string[]> {
  const { variables, files } = await readNamespace(admin, "almanac-system").podView("almanac");
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text, { mode: 0o600 });
  }
  const here = (text: string) => text.replaceAll("/etc/almanac/", path.join(folder, "etc", "almanac", "/"));
  const [port, metricsPort] = [await freePort(), await freePort()];
  const almanac = await startProcess({
    command: await commandOfImage(),
    environment: {
      ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, here(value)])),
      // A container has these for itself.
      HOST: "127.0.0.1",
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
    },
    clock: "machine",
    ready: /Almanac {3}http/,
  });
  try {
    const { host } = new URL(variables.PUBLIC_ORIGIN ?? "");
    const page = await get(port, "/login", host);
    const ready = await get(port, "/readyz", host);
    const metrics = await get(metricsPort, "/metrics", "localhost");
    const cookie = await signIn({ port, host, token: tokens.operator ?? "" });
    const home = await get(port, "/", host, { cookie });
    const fleet = await get(port, "/api/fleet", host, { cookie });
    const stranger = await get(port, "/api/fleet", host);
    const rules: readonly (readonly [boolean, string])[] = [
      [page.code === 200 && page.text.includes("<html"), `the page is served (${page.code})`],
      [ready.code === 200, `the garden was read with the account's rights (${ready.code} ${ready.text})`],
      [cookie !== "", "somebody signs in with a token of the garden"],
      [home.code === 200 && home.text.includes("<html"), `a page is served to who has signed in (${home.code})`],
      [fleet.code === 200, `the clusters are served to who has signed in (${fleet.code} ${fleet.text.slice(0, 200)})`],
      [stranger.code === 401, `the clusters are served to nobody else (${stranger.code})`],
      [metrics.text.includes("\nalmanac_ready 1\n"), `metrics are served (${metrics.code})`],
    ];
    return rules.flatMap(([holds, rule]) => (holds ? [] : [`not so: ${rule}`]));
  } finally {
    await almanac.stop();
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

/** As the sign-in page does. The cookies of the session; none when it was refused. */
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

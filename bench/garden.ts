import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { parse } from "yaml";
import { listAt, textAt } from "#lib/kube/field.ts";
import { report } from "./report.ts";

const fleet = 10_000;
const pageSize = 500;
const writesPerSecond = 50;
const writes = 500;
const shootsPath = "/apis/core.gardener.cloud/v1beta1/shoots";

interface Connection {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent;
}

/** The embedded garden in a process of its own with a large fleet, as its clients see it. */
export async function benchGarden(): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "bench-garden-"));
  const kubeconfigFile = path.join(folder, "kubeconfig");
  const startedAt = performance.now();
  const garden = spawn(
    process.execPath,
    [
      "--conditions=react-server",
      path.resolve(import.meta.dirname, "../server/embedded/main.ts"),
      ...["--shoots", String(fleet), "--no-life", "--kubeconfig", kubeconfigFile],
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  try {
    const [line]: string[] = await once(createInterface(garden.stdout), "line");
    const startMs = performance.now() - startedAt;
    const connection = await connect(String(line), kubeconfigFile);
    const results = [
      report({
        name: `start to serving, ${fleet} generated Shoots`,
        value: milliseconds(startMs),
        goal: "10 s",
        met: startMs <= 10_000,
      }),
      await measureList(connection),
      await measureWatch(connection),
      reportMemory(garden.pid ?? 0),
    ];
    connection.agent.destroy();
    return results.every(Boolean);
  } finally {
    garden.kill("SIGTERM");
    await once(garden, "exit");
    await rm(folder, { recursive: true, force: true });
  }
}

async function connect(readyLine: string, kubeconfigFile: string): Promise<Connection> {
  const config: unknown = parse(await readFile(kubeconfigFile, "utf8"));
  const cluster = listAt(config, "clusters")[0];
  const ca = Buffer.from(textAt(cluster, "cluster", "certificate-authority-data") ?? "", "base64");
  return {
    url: /https:\S+/.exec(readyLine)?.[0] ?? "",
    headers: { authorization: `Bearer ${textAt(listAt(config, "users")[0], "user", "token") ?? ""}` },
    agent: new Agent({ ca, keepAlive: true }),
  };
}

async function measureList(connection: Connection): Promise<boolean> {
  const rounds: number[] = [];
  let count = 0;
  for (let round = 0; round < 3; round += 1) {
    const begin = performance.now();
    count = await readAllPages(connection);
    rounds.push(performance.now() - begin);
  }
  const best = Math.min(...rounds);
  const value = `${milliseconds(best)} (${count} Shoots, best of ${rounds.map(milliseconds).join(", ")})`;
  return report({ name: `list of all in pages of ${pageSize}`, value, goal: "1.5 s", met: best <= 1500 });
}

/** Reads every page to its last byte. Only the head of each is looked into: parsing is the client's own expense. */
async function readAllPages(connection: Connection): Promise<number> {
  let count = 0;
  let token: string | undefined = "";
  while (token !== undefined) {
    const page = await sendForText(connection, `${shootsPath}?limit=${pageSize}&continue=${token}`);
    const head = page.subarray(0, page.indexOf('"items"')).toString();
    token = /"continue":"([^"]+)"/.exec(head)?.[1];
    count += token === undefined ? listAt(JSON.parse(page.toString()), "items").length : pageSize;
  }
  return count;
}

/** How long it takes from sending a write until its event has come, while writes come steadily. */
async function measureWatch(connection: Connection): Promise<boolean> {
  const page: unknown = await send(connection, `${shootsPath}?limit=50`);
  const names = listAt(page, "items").map((shoot) => {
    const [namespace, name] = [textAt(shoot, "metadata", "namespace"), textAt(shoot, "metadata", "name")];
    return `/apis/core.gardener.cloud/v1beta1/namespaces/${namespace}/shoots/${name}`;
  });
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const version = textAt(page, "metadata", "resourceVersion") ?? "";
  const watching = await openStream(connection, `${shootsPath}?watch=true&resourceVersion=${version}`);
  const complete = readTurns(watching.lines, (turn) => {
    const at = sentAt.get(turn);
    if (at === undefined || !sentAt.delete(turn)) return false;
    delays.push(performance.now() - at);
    return delays.length === writes;
  });
  const pending: Promise<unknown>[] = [];
  const begin = performance.now();
  for (let turn = 0; turn < writes; turn += 1) {
    const body = JSON.stringify({ metadata: { labels: { "bench/turn": String(turn) } } });
    sentAt.set(String(turn), performance.now());
    pending.push(send(connection, names[turn % names.length] ?? "", { method: "PATCH", body }));
    await pause(Math.max(0, begin + ((turn + 1) * 1000) / writesPerSecond - performance.now()));
  }
  await Promise.all(pending);
  await complete;
  watching.close();
  const sorted = delays.sort((a, b) => a - b);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY;
  const value = `${milliseconds(p99)} p99, ${milliseconds(sorted[sorted.length >> 1] ?? 0)} median of ${sorted.length}`;
  return report({ name: `write to watch event at ${writesPerSecond}/s`, value, goal: "50 ms p99", met: p99 <= 50 });
}

async function readTurns(lines: AsyncIterable<string>, onTurn: (turn: string) => boolean): Promise<void> {
  for await (const line of lines) {
    const event: unknown = JSON.parse(line);
    const turn = textAt(event, "object", "metadata", "labels", "bench/turn");
    if (turn !== undefined && onTurn(turn)) return;
  }
}

function reportMemory(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  const megabytes = Number(stdout.trim()) / 1024;
  const value = `${megabytes.toFixed(0)} MB`;
  return report({ name: "resident memory afterwards", value, goal: "1 GB", met: megabytes > 0 && megabytes <= 1024 });
}

interface Outgoing {
  readonly method?: string;
  readonly body?: string;
}

async function send(connection: Connection, target: string, outgoing: Outgoing = {}): Promise<unknown> {
  return JSON.parse((await sendForText(connection, target, outgoing)).toString());
}

function sendForText({ url, headers, agent }: Connection, target: string, { method = "GET", body }: Outgoing = {}) {
  return new Promise<Buffer>((resolve, reject) => {
    const type = body === undefined ? {} : { "content-type": "application/merge-patch+json" };
    const outgoing = request(`${url}${target}`, { method, agent, headers: { ...headers, ...type } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const answer = Buffer.concat(chunks);
        if (response.statusCode === 200) resolve(answer);
        else reject(new Error(`${method} ${target}: ${response.statusCode} ${answer.toString().slice(0, 300)}`));
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

function openStream({ url, headers, agent }: Connection, target: string) {
  return new Promise<{ readonly lines: AsyncIterable<string>; close(): void }>((resolve, reject) => {
    const outgoing = request(`${url}${target}`, { agent, headers }, (response) => {
      const lines = createInterface(response);
      lines.on("error", () => undefined); // closing the request ends its answer with an error
      resolve({ lines, close: () => outgoing.destroy() });
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

function milliseconds(value: number): string {
  return `${value.toFixed(value < 100 ? 1 : 0)} ms`;
}

import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type GardenConnection, spawnGarden } from "#garden/testing/garden-process.ts";
import { listAt, textAt } from "#lib/kube/field.ts";
import { report } from "./report.ts";

const fleet = 10_000;
const largestFleet = 50_000;
const runs = 3;
/** Nothing moves but what is asked for. */
const still = ["--no-life"];
const pageSize = 500;
const writesPerSecond = 50;
const writes = 500;
const shootsPath = "/apis/core.gardener.cloud/v1beta1/shoots";

/** What one process of the garden showed to its clients, in milliseconds and megabytes. */
interface Observation {
  readonly startMs: number;
  readonly count: number;
  readonly firstListMs: number;
  readonly laterListMs: number;
  readonly watchP99Ms: number;
  readonly residentMb: number;
}

/** The embedded garden in processes of its own with a large fleet, as its clients see it; medians of several of them. */
export async function benchGarden(): Promise<boolean> {
  const inMemory: Observation[] = [];
  for (let run = 0; run < runs; run += 1) inMemory.push(await inFolder((folder) => observe(folder, still)));
  const living = await inFolder((folder) => observe(folder, []));
  const kept = await inFolder(async (folder) => {
    const options = [...still, "--data", path.join(folder, "data")];
    return [await observe(folder, options), await observe(folder, options)] as const;
  });
  const largest = await inFolder(startLargest);
  return [
    ...reportRuns("in memory", inMemory),
    ...reportRuns("in memory, with its life", [living]),
    ...reportRuns("with a data folder: made", kept.slice(0, 1)),
    ...reportRuns("with a data folder: after a kill", kept.slice(1)),
    report({
      name: `${largestFleet} Shoots: start, memory`,
      value: `${milliseconds(largest.startMs)}, ${megabytes(largest.residentMb)}`,
    }),
  ].every(Boolean);
}

async function inFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(path.join(tmpdir(), "bench-garden-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function observe(folder: string, options: readonly string[]): Promise<Observation> {
  return inGarden(folder, ["--shoots", String(fleet), ...options], async (connection, { pid, startMs }) => {
    const lists: number[] = [];
    let count = 0;
    for (let round = 0; round < 3; round += 1) {
      const begin = performance.now();
      count = await readAllPages(connection);
      lists.push(performance.now() - begin);
    }
    const [firstListMs = Number.NaN, ...later] = lists;
    const watchP99Ms = await measureWatch(connection);
    return { startMs, count, firstListMs, laterListMs: median(later), watchP99Ms, residentMb: residentMb(pid) };
  });
}

function startLargest(folder: string) {
  return inGarden(folder, [...still, "--shoots", String(largestFleet)], async (connection, { pid, startMs }) => {
    await readAllPages(connection);
    return { startMs, residentMb: residentMb(pid) };
  });
}

interface Started {
  readonly pid: number;
  readonly startMs: number;
}

/** Ends the garden without a goodbye: who keeps it on disk finds it as a crash would leave it. */
async function inGarden<Value>(
  folder: string,
  options: readonly string[],
  work: (connection: GardenConnection, started: Started) => Promise<Value>,
): Promise<Value> {
  const begin = performance.now();
  const garden = spawnGarden(["--kubeconfig", path.join(folder, "kubeconfig"), ...options]);
  try {
    const connection = await garden.ready;
    const value = await work(connection, { pid: garden.pid, startMs: performance.now() - begin });
    connection.close();
    return value;
  } finally {
    await garden.kill();
  }
}

function reportRuns(title: string, observations: readonly Observation[]): readonly boolean[] {
  const figure = (
    name: string,
    pick: (observation: Observation) => number,
    { goal, most, write = milliseconds }: { goal: string; most: number; write?: (value: number) => string },
  ) => {
    const values = observations.map(pick);
    const middle = median(values);
    const all = values.length > 1 ? ` (median of ${values.map(write).join(", ")})` : "";
    return report({ name: `  ${name}`, value: `${write(middle)}${all}`, goal, met: middle <= most });
  };
  process.stdout.write(`${title}, ${observations[0]?.count ?? 0} Shoots\n`);
  return [
    figure("start to serving", ({ startMs }) => startMs, { goal: "10 s", most: 10_000 }),
    figure(`first list of all in pages of ${pageSize}`, ({ firstListMs }) => firstListMs, {
      goal: "1.5 s",
      most: 1500,
    }),
    figure("later lists", ({ laterListMs }) => laterListMs, { goal: "1.5 s", most: 1500 }),
    figure(`write to watch event at ${writesPerSecond}/s, p99`, ({ watchP99Ms }) => watchP99Ms, {
      goal: "50 ms",
      most: 50,
    }),
    figure("resident memory", (seen) => seen.residentMb, { goal: "1 GB", most: 1024, write: megabytes }),
  ];
}

/** Reads every page to its last byte. Only the head of each is looked into: parsing is the client's own expense. */
async function readAllPages(connection: GardenConnection): Promise<number> {
  let count = 0;
  let token: string | undefined = "";
  while (token !== undefined) {
    const page = await read(connection, `${shootsPath}?limit=${pageSize}&continue=${token}`);
    const head = page.subarray(0, page.indexOf('"items"')).toString();
    token = /"continue":"([^"]+)"/.exec(head)?.[1];
    count += token === undefined ? listAt(JSON.parse(page.toString()), "items").length : pageSize;
  }
  return count;
}

/** How long it takes from sending a write until its event has come, while writes come steadily: the 99th percentile. */
async function measureWatch(connection: GardenConnection): Promise<number> {
  const page: unknown = JSON.parse((await read(connection, `${shootsPath}?limit=50`)).toString());
  const names = listAt(page, "items").map((shoot) => {
    const [namespace, name] = [textAt(shoot, "metadata", "namespace"), textAt(shoot, "metadata", "name")];
    return `/apis/core.gardener.cloud/v1beta1/namespaces/${namespace}/shoots/${name}`;
  });
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const version = textAt(page, "metadata", "resourceVersion") ?? "";
  const watching = await connection.open(`${shootsPath}?watch=true&resourceVersion=${version}`);
  const complete = readTurns(watching.lines, (turn) => {
    const at = sentAt.get(turn);
    if (at === undefined || !sentAt.delete(turn)) return false;
    delays.push(performance.now() - at);
    return delays.length === writes;
  });
  const pending: Promise<unknown>[] = [];
  const begin = performance.now();
  for (let turn = 0; turn < writes; turn += 1) {
    const labels = { "bench/turn": String(turn) };
    sentAt.set(String(turn), performance.now());
    const sent = patch(connection, names[turn % names.length] ?? "", { metadata: { labels } });
    sent.catch(() => undefined); // told by Promise.all, so that the garden is ended first
    pending.push(sent);
    await pause(Math.max(0, begin + ((turn + 1) * 1000) / writesPerSecond - performance.now()));
  }
  await Promise.all(pending);
  await complete;
  watching.close();
  const sorted = delays.sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY;
}

async function readTurns(lines: AsyncIterable<string>, onTurn: (turn: string) => boolean): Promise<void> {
  for await (const line of lines) {
    const event: unknown = JSON.parse(line);
    const turn = textAt(event, "object", "metadata", "labels", "bench/turn");
    if (turn !== undefined && onTurn(turn)) return;
  }
}

async function read(connection: GardenConnection, target: string): Promise<Buffer> {
  const { status, body } = await connection.send({ path: target });
  if (status !== 200) throw new Error(`GET ${target}: ${status} ${body.toString().slice(0, 300)}`);
  return body;
}

async function patch(connection: GardenConnection, target: string, change: object): Promise<void> {
  const contentType = "application/merge-patch+json";
  const { status, body } = await connection.send({ method: "PATCH", path: target, body: change, contentType });
  if (status !== 200) throw new Error(`PATCH ${target}: ${status} ${body.toString().slice(0, 300)}`);
}

function residentMb(pid: number): number {
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(stdout.trim() || "NaN") / 1024;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function milliseconds(value: number): string {
  return `${value.toFixed(value < 100 ? 1 : 0)} ms`;
}

function megabytes(value: number): string {
  return `${value.toFixed(0)} MB`;
}

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { startEmbeddedGarden } from "#server/embedded/start-embedded-garden.ts";
import { hostileRequest, savedCorpus } from "#server/testing/fuzz/hostile-requests.ts";
import type { RawRequest } from "#server/testing/fuzz/raw-request.ts";
import { type Product, startProduct } from "./fuzz-product.ts";
import { FuzzSessions } from "./fuzz-sessions.ts";
import { type Answer, exchange } from "./fuzz-socket.ts";
import { startRecordingUpstream } from "./fuzz-upstream.ts";
import { report } from "./report.ts";

const wanted = Number(process.env.FUZZ_REQUESTS ?? 50_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const workers = 16;
const timeoutMs = 20_000;
const real = { project: "payments", name: "ledger-eu" };

interface Tally {
  readonly statuses: Map<number, number>;
  readonly faults: string[];
  readonly lagMs: number[];
}

/**
 * Throws hostile requests at the product over sockets, with a real garden behind it, and looks at what comes back and at
 * what goes through. FUZZ_REQUESTS and FUZZ_SEED choose how many and which.
 */
export async function benchFuzz(): Promise<boolean> {
  const garden = await startEmbeddedGarden({ life: false, pace: 60 });
  const people = garden.identities.map(({ token }) => token);
  const upstream = await startRecordingUpstream({ url: garden.url, caPem: garden.caPem, tokens: new Set(people) });
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-fuzz-"));
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, garden.kubeconfigFor("operator").replace(garden.url, upstream.url), { mode: 0o600 });
  const product = await startProduct({ KUBECONFIG: kubeconfig, ALLOW_INSECURE_TLS: "true", LOG_LEVEL: "debug" });
  try {
    const sessions = new FuzzSessions(product.port, people);
    const startedAt = performance.now();
    const tally = await run(product, { sessions, secrets: people, requests: requests() });
    const seconds = (performance.now() - startedAt) / 1000;
    const leaked = people.filter((token) => product.output().includes(token)).length;
    return [
      report({ name: "requests", value: `${wanted} in ${seconds.toFixed(0)} s, ${sessions.begun} sessions` }),
      report({ name: "answers by status", value: JSON.stringify(Object.fromEntries([...tally.statuses].sort())) }),
      report({ name: "requests that reached the garden", value: String(upstream.passed()) }),
      judged("5xx, hangs, leaks", tally.faults),
      judged("requests to the garden outside the list", [...new Set(upstream.faults)]),
      judged("tokens in the debug log", people.slice(0, leaked)),
      judged("alive at the end", product.isAlive() ? [] : ["it died"]),
      lag(tally.lagMs),
    ].every(Boolean);
  } finally {
    await product.stop();
    upstream.close();
    await garden.stop();
    await rm(folder, { recursive: true });
  }
}

function* requests(): Generator<RawRequest> {
  const corpus = savedCorpus(real).slice(0, wanted);
  yield* corpus;
  if (wanted > corpus.length) yield* fc.sample(hostileRequest(real), { numRuns: wanted - corpus.length, seed });
}

interface Run {
  readonly sessions: FuzzSessions;
  readonly secrets: readonly string[];
  readonly requests: Iterator<RawRequest>;
}

async function run(product: Product, given: Run): Promise<Tally> {
  const tally: Tally = { statuses: new Map(), faults: [], lagMs: [] };
  await maxLagMs(product); // what it did before does not count
  const scraping = setInterval(() => void maxLagMs(product).then((ms) => tally.lagMs.push(ms)), 1_000);
  let sent = 0;
  const work = async () => {
    for (let next = given.requests.next(); !next.done; next = given.requests.next()) {
      sent += 1;
      const request = await withSession(next.value, given.sessions);
      const from = `127.0.0.${2 + (Math.floor(sent / 40) % 250)}`;
      const answer = await exchange(product.port, request, { from, timeoutMs });
      tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1);
      tally.faults.push(...faultsIn(request, answer, given.secrets));
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  clearInterval(scraping);
  return tally;
}

async function withSession(request: RawRequest, sessions: FuzzSessions): Promise<RawRequest> {
  if (request.session === "none") return request;
  const cookie = await sessions.cookie();
  const sent = request.session === "valid" ? cookie : cookie.replace(/.{4}$/, "AAAA");
  return { ...request, headers: [["cookie", sent], ...request.headers] };
}

function faultsIn({ method, target }: RawRequest, { status, text, ms }: Answer, secrets: readonly string[]): string[] {
  const line = `${method} ${JSON.stringify(target.slice(0, 120))} → ${status} in ${ms.toFixed(0)} ms`;
  const isStack = /\n\s+at \S+ \(|node_modules\//.test(text) && !text.includes("text/html");
  return [
    ...(status >= 500 || status < 0 ? [line] : []),
    ...(secrets.some((secret) => text.includes(secret)) ? [`a token in the answer: ${line}`] : []),
    ...(isStack ? [`a stack in the answer: ${line}`] : []),
  ];
}

/** The longest that the product's event loop was late since the last look. */
async function maxLagMs({ metricsPort }: Product): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(await response.text())?.[1];
  return Number(seconds ?? Number.NaN) * 1000;
}

function judged(name: string, faults: readonly string[]): boolean {
  for (const fault of faults.slice(0, 20)) process.stdout.write(`  ${fault}\n`);
  return report({ name, value: String(faults.length), goal: "none", met: faults.length === 0 });
}

function lag(each: readonly number[]): boolean {
  const sorted = each.filter((ms) => !Number.isNaN(ms)).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const value = `p50 ${at(0.5).toFixed(0)}, p95 ${at(0.95).toFixed(0)}, most ${at(1).toFixed(0)} ms`;
  return report({
    name: "longest lag of the event loop, by second",
    value,
    goal: "p95 below 100 ms",
    met: at(0.95) < 100,
  });
}

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { hostileRequest, savedCorpus } from "#server/testing/fuzz/hostile-requests.ts";
import type { RawRequest } from "#server/testing/fuzz/raw-request.ts";
import { type Product, startProduct } from "./fuzz-product.ts";
import { FuzzSessions } from "./fuzz-sessions.ts";
import { type Answer, exchange } from "./fuzz-socket.ts";
import { startRecordingUpstream } from "./fuzz-upstream.ts";
import { watchLivez } from "./livez-watch.ts";
import { reportLag } from "./loop-lag.ts";
import { report } from "./report.ts";

const wanted = Number(process.env.FUZZ_REQUESTS ?? 50_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const workers = 16;
/** What is loaded and compiled with first use is told apart. */
const warmUpRequests = 500;
const portion = 200;
const timeoutMs = 20_000;
const livezLimitMs = 200;
const real = { project: "payments", name: "ledger-eu" };

interface Tally {
  readonly statuses: Map<number, number>;
  readonly faults: string[];
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
    const tally: Tally = { statuses: new Map(), faults: [] };
    await product.lag(); // the start itself does not count
    const given = { sessions, secrets: people, tally };
    await run(product, { ...given, requests: chances(seed + 1, warmUpRequests) });
    const cold = await product.lag();
    const livez = watchLivez(product.port);
    await run(product, { ...given, requests: requests() });
    const warm = await product.lag();
    const livezMs = await livez.stop();
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
      report({
        name: "longest wait for /livez",
        value: `${livezMs.toFixed(0)} ms`,
        goal: `${livezLimitMs} ms`,
        met: livezMs <= livezLimitMs,
      }),
      reportLag(`the first ${warmUpRequests} requests`, cold),
      reportLag("after them", warm),
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
  if (wanted > corpus.length) yield* chances(seed, wanted - corpus.length);
}

/** In portions: all at once would be so much work for this process that nobody else got a processor. */
function* chances(first: number, count: number): Generator<RawRequest> {
  for (let made = 0; made < count; made += portion) {
    yield* fc.sample(hostileRequest(real), { numRuns: Math.min(portion, count - made), seed: first + made });
  }
}

interface Run {
  readonly sessions: FuzzSessions;
  readonly secrets: readonly string[];
  readonly requests: Iterator<RawRequest>;
  readonly tally: Tally;
}

async function run(product: Product, { sessions, secrets, requests, tally }: Run): Promise<void> {
  let sent = 0;
  const work = async () => {
    for (let next = requests.next(); !next.done; next = requests.next()) {
      sent += 1;
      const request = await withSession(next.value, sessions);
      const from = `127.0.0.${2 + (Math.floor(sent / 40) % 250)}`;
      const answer = await exchange(product.port, request, { from, timeoutMs });
      tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1);
      tally.faults.push(...faultsIn(request, answer, secrets));
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
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

function judged(name: string, faults: readonly string[]): boolean {
  for (const fault of faults.slice(0, 20)) process.stdout.write(`  ${fault}\n`);
  return report({ name, value: String(faults.length), goal: "none", met: faults.length === 0 });
}

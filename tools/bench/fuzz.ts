import { connect } from "node:net";
import path from "node:path";
import fc from "fast-check";
import { buildWhenNeeded } from "#server/start/build.ts";
import { fixedHostileRequests, hostileRequest } from "#server/testing/fuzz/hostile-requests.ts";
import { encodeWireRequest, type WireRequest } from "#server/testing/fuzz/wire-request.ts";
import { SharedTestSetup } from "./faults/farm.ts";
import { signInPeople } from "./faults/scenarios/crowd.ts";
import { TestBed } from "./faults/test-bed.ts";
import { watchLivez } from "./livez-watch.ts";
import { printBenchFigure } from "./report.ts";

const wanted = Number(process.env.FUZZ_REQUESTS ?? 50_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const people = 50;
const workers = 16;
const portion = 200;
const timeoutMs = 20_000;
const keptChars = 20_000;
const livezLimitMs = 200;
const real = { project: "payments", name: "ledger-eu" };

const name = "[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?";
const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const core = "/apis/core\\.gardener\\.cloud/v1beta1";
const security = "/apis/security\\.gardener\\.cloud/v1alpha1";
const query = "(\\?[\\w=&%.,-]*)?";
/** All requests that Almanac is allowed to send to a garden. */
const allowed = [
  `(PATCH|PUT|DELETE) ${core}/namespaces/${label}/shoots/${name}${query}`,
  `POST ${core}/namespaces/${label}/shoots/${name}/(admin|viewer)kubeconfig${query}`,
  `GET ${core}/(namespaces/${label}/)?(secretbindings|shoots|projects|cloudprofiles|namespacedcloudprofiles|seeds)(/${name})?${query}`,
  `GET ${security}/(namespaces/${label}/)?credentialsbindings(/${name})?${query}`,
  `GET ${security}/namespaces/${label}/workloadidentities/${name}`,
  `GET /api/v1/namespaces/${label}/(events|secrets)(/${name})?${query}`,
  `GET /openapi/v3(${core})?(\\?hash=[\\w%-]+)?`,
  `(GET|PATCH) ${core}/cloudprofiles/${name}${query}`,
  `GET /apis/rbac\\.authorization\\.k8s\\.io/v1/rolebindings${query}`,
  // Feeds, views, settings and rules are stored in ConfigMaps; views of all projects are read in one request.
  `(GET|POST|PATCH|DELETE) /api/v1/(namespaces/${label}/)?configmaps(/${name})?${query}`,
  "POST /apis/auth(entication|orization)\\.k8s\\.io/v1/selfsubject(access|rules)?reviews\\?fieldManager=almanac",
  "GET /(version|api|apis|api/v1/namespaces/kube-system)",
].map((pattern) => new RegExp(`^${pattern}$`));

/**
 * Sends hostile HTTP requests to Almanac over sockets, and checks its responses and its requests to the garden.
 * FUZZ_REQUESTS and FUZZ_SEED set number and seed.
 */
export async function benchFuzz(): Promise<boolean> {
  await buildWhenNeeded({ root: path.resolve(import.meta.dirname, "../.."), output: process.stdout });
  const farm = await SharedTestSetup.open();
  const world = await TestBed.open(farm, { environment: { LOG_LEVEL: "debug" } });
  try {
    await world.ready();
    const tokens = await farm.peopleTokens(people);
    const cookies = (await signInPeople(world, people)).map(({ cookie }) => cookie);
    const startedAt = performance.now();
    const { product, proxy } = world;
    const livez = watchLivez(product.port);
    const { statuses, faults } = await sendAll(product.port, { cookies, secrets: tokens });
    const livezMs = await livez.stop();
    const passed = [...new Set(proxy.seen.map(({ line }) => line))];
    return [
      printBenchFigure({
        name: "requests",
        value: `${wanted} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
      }),
      printBenchFigure({ name: "answers by status", value: JSON.stringify(Object.fromEntries([...statuses].sort())) }),
      printBenchFigure({ name: "requests that reached the garden", value: String(proxy.seen.length) }),
      judged("5xx, hangs, leaks", faults),
      judged(
        "requests to the garden outside the list",
        passed.filter((line) => !allowed.some((pattern) => pattern.test(line))),
      ),
      judged(
        "tokens in the debug log",
        tokens.filter((token) => product.output.includes(token)).map((token) => `${token.slice(0, 8)}…`),
      ),
      judged("alive at the end", product.isAlive ? [] : ["it died"]),
      printBenchFigure({
        name: "longest wait for /livez",
        value: `${livezMs.toFixed(0)} ms`,
        goal: `${livezLimitMs} ms`,
        met: livezMs <= livezLimitMs,
      }),
    ].every(Boolean);
  } finally {
    await world.close();
    await farm.close();
  }
}

/** Requests that once revealed an error, then random ones; portions leave processor time for other processes. */
function* requests(): Generator<WireRequest> {
  const corpus = fixedHostileRequests(real).slice(0, wanted);
  yield* corpus;
  for (let made = corpus.length; made < wanted; made += portion) {
    yield* fc.sample(hostileRequest(real), { numRuns: Math.min(portion, wanted - made), seed: seed + made });
  }
}

interface Secrets {
  readonly cookies: readonly string[];
  readonly secrets: readonly string[];
}

async function sendAll(port: number, { cookies, secrets }: Secrets) {
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  const waiting = requests();
  let sent = 0;
  const work = async () => {
    for (const request of waiting) {
      sent += 1;
      const cookie = cookies[sent % cookies.length] ?? "";
      const answer = await exchange(port, withSession(request, cookie), `127.0.0.${2 + (Math.floor(sent / 40) % 250)}`);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      faults.push(...faultsIn(request, answer, secrets));
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return { statuses, faults };
}

function withSession(request: WireRequest, cookie: string): WireRequest {
  if (request.session === "none") return request;
  const sent = request.session === "valid" ? cookie : cookie.replace(/.{4}$/, "AAAA");
  return { ...request, headers: [["cookie", sent], ...request.headers] };
}

interface Answer {
  /** HTTP status; 0 if the connection was closed without a response, -1 if none came in time. */
  readonly status: number;
  readonly text: string;
}

/** Sends one request on a separate connection and reads the response; of a stream only its beginning. */
function exchange(port: number, request: WireRequest, from: string): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress: from });
    let text = "";
    const finish = (late: boolean) => {
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? (late ? -1 : 0)), text });
    };
    socket.setTimeout(timeoutMs, () => finish(true));
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      if (text.length < keptChars) text += chunk;
      if (isWhole(text)) finish(false);
    });
    socket.once("error", () => undefined);
    socket.once("close", () => finish(false));
    socket.write(encodeWireRequest(request));
  });
}

/** Whether the response seems complete, because some requests keep the connection open. */
function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const head = text.slice(0, end).toLowerCase();
  if (head.includes("text/event-stream") || /^http\/1\.1 (204|304)/.test(head)) return true;
  const length = /\ncontent-length: (\d+)/.exec(head)?.[1];
  return length === undefined ? text.endsWith("\r\n0\r\n\r\n") : text.length - end - 4 >= Number(length);
}

function faultsIn({ method, target }: WireRequest, { status, text }: Answer, secrets: readonly string[]): string[] {
  const line = `${method} ${JSON.stringify(target.slice(0, 120))} → ${status}`;
  const isStack = /\n\s+at \S+ \(|node_modules\//.test(text) && !text.includes("text/html");
  return [
    ...(status >= 500 || status < 0 ? [line] : []),
    ...(secrets.some((secret) => text.includes(secret)) ? [`a token in the answer: ${line}`] : []),
    ...(isStack ? [`a stack in the answer: ${line}`] : []),
  ];
}

function judged(name: string, faults: readonly string[]): boolean {
  for (const fault of faults.slice(0, 20)) process.stdout.write(`  ${fault}\n`);
  return printBenchFigure({ name, value: String(faults.length), goal: "none", met: faults.length === 0 });
}

import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { maxRequests } from "#server/contents/look-budget.ts";
import { removedKindsOf } from "#server/contents/managed-objects.ts";
import { readClusterContents } from "#server/contents/read-cluster-contents.ts";
import { createGardenClient } from "#server/garden/garden-client.ts";
import { createRequestSender } from "#server/garden/request-sender.ts";
import { createTransport, type Transport } from "#server/garden/transport.ts";
import { printBenchFigure } from "../report.ts";

const rounds = 5;
const goalMs = 3_000;
const goalPods = 5_000;

interface CountedTransport extends Transport {
  readonly requests: number;
}

function counted(server: string): CountedTransport {
  const connection = { kind: "kubeconfig", name: "shoot", server, skipTlsVerify: false } as const;
  const transport = createTransport({ ...connection, ca: async () => undefined, ownCredential: undefined });
  let requests = 0;
  return {
    get requests() {
      return requests;
    },
    send(request) {
      requests += 1;
      return transport.send(request);
    },
    close: () => transport.close(),
  };
}

async function lookOnce(server: string) {
  const transport = counted(server);
  const client = createGardenClient(createRequestSender(server, transport), async () => ({}));
  const signal = AbortSignal.timeout(20_000);
  const options = { signal, now: Date.now, kinds: removedKindsOf("1.33.4", "1.34.1") };
  const cpu = process.cpuUsage();
  const begin = performance.now();
  const contents = await readClusterContents({ client, role: "viewer" }, options);
  const wallMs = performance.now() - begin;
  const { user, system } = process.cpuUsage(cpu);
  await transport.close();
  const pods = contents.pods.state === "read" && contents.pods.isComplete ? contents.pods.items.length : 0;
  const bytes = JSON.stringify(contents).length;
  return { wallMs, cpuMs: (user + system) / 1000, requests: transport.requests, pods, bytes };
}

/** What a look inside a cluster costs: by default with 5,000 Pods. */
export async function benchContents(options: readonly string[]): Promise<boolean> {
  const pods = Number(options.find((option) => /^\d+$/.test(option)) ?? goalPods);
  const worker = new Worker(path.resolve(import.meta.dirname, "contents-worker.ts"), { workerData: pods });
  try {
    const [port] = await once(worker, "message");
    const server = `http://127.0.0.1:${port}`;
    // The first round makes the pages and warms up the code.
    await lookOnce(server);
    const looks = [];
    for (let round = 0; round < rounds; round += 1) looks.push(await lookOnce(server));
    const best = looks.reduce((fastest, look) => (look.wallMs < fastest.wallMs ? look : fastest));
    printBenchFigure({ name: "Pods read", value: String(best.pods) });
    printBenchFigure({ name: "facts", value: `${Math.round(best.bytes / 1024)} kB` });
    printBenchFigure({ name: "processor time, with the served pages", value: `${best.cpuMs.toFixed(0)} ms` });
    const isTimely = printBenchFigure({
      name: "a look inside",
      value: `${best.wallMs.toFixed(0)} ms`,
      goal: `${goalMs} ms`,
      met: best.wallMs <= goalMs && best.pods === pods,
    });
    const isSparing = printBenchFigure({
      name: "requests to the cluster",
      value: String(best.requests),
      goal: `${maxRequests} at most`,
      met: best.requests <= maxRequests,
    });
    return isTimely && isSparing;
  } finally {
    await worker.terminate();
  }
}

import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Act, actPreviewSchema } from "#lib/contract/act.ts";
import { clusterDetailSchema } from "#lib/contract/cluster.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { buildWhenNeeded } from "#server/start/build.ts";
import { SignedInPerson } from "./faults/person.ts";
import { AlmanacProcess } from "./faults/product-process.ts";
import { formatSeconds, secondsUntil } from "./faults/until.ts";
import { printBenchFigure } from "./report.ts";

/** Number of generated Shoots in addition to the demo Shoots. */
const sizes = [0, 300, 10_000];
/** Time after which the work of the start is done. */
const settledMs = 30_000;
const atRestMs = 60_000;
const mostShare = 0.2;
const readyWithinS = 120;
const reconciledWithinS = 60;
/** Maximum ratio of the duration of a reconciliation to that in the demo without generated Shoots. */
const slackS = 3;
const cluster = "/api/clusters/payments/ledger-eu";
const act: Act = { kind: "operation", id: "reconcile", when: "now" };

/**
 * Benchmark of the demo garden with background activity, in one process with Almanac: processor use without any
 * requests, and the duration of a requested reconciliation.
 */
export async function benchLife(): Promise<boolean> {
  await buildWhenNeeded({ root: path.resolve(import.meta.dirname, "../.."), output: process.stdout });
  let isMet = true;
  let alone: number | undefined;
  for (const size of sizes) {
    const { share, reconcileS } = await observe(size);
    alone ??= reconcileS;
    const most = Math.min(reconciledWithinS, (alone ?? 0) + slackS);
    const atRest = printBenchFigure({
      name: `  DEMO_SHOOTS=${size}: processor at rest`,
      value: `${(share * 100).toFixed(1)} % of a core`,
      goal: `${mostShare * 100} %`,
      met: share <= mostShare,
    });
    const ended = printBenchFigure({
      name: `  DEMO_SHOOTS=${size}: a reconcile has ended after`,
      value: formatSeconds(reconcileS),
      goal: `${most.toFixed(1)} s`,
      met: reconcileS !== undefined && reconcileS <= most,
    });
    isMet &&= atRest && ended;
  }
  return isMet;
}

interface Observation {
  readonly share: number;
  readonly reconcileS: number | undefined;
}

async function observe(size: number): Promise<Observation> {
  const product = await AlmanacProcess.start({ environment: { DEMO_SHOOTS: String(size), LOG_LEVEL: "warn" } });
  try {
    if ((await secondsUntil(async () => (await product.status("/readyz")) === 200, readyWithinS)) === undefined) {
      throw new Error(`not ready in time: ${product.output}`);
    }
    await pause(settledMs);
    const before = product.cpuMs();
    await pause(atRestMs);
    const share = (product.cpuMs() - before) / atRestMs;
    return { share, reconcileS: await reconcile(product) };
  } finally {
    await product.end("SIGKILL");
  }
}

/** Time from the request of a reconciliation until Gardener has completed it. */
async function reconcile({ port }: AlmanacProcess): Promise<number | undefined> {
  const person = await SignedInPerson.signInAs(() => port, "operator");
  const preview = await person.send("POST", `${cluster}/preview`, { act });
  const { uid, resourceVersion, hash } = actPreviewSchema.parse(JSON.parse(preview.body.toString()));
  const sent = await person.send("POST", `${cluster}/operations`, { act, uid, resourceVersion, previewHash: hash });
  if (sent.status !== 202) throw new Error(`the request answered ${sent.status}: ${sent.body}`);
  return secondsUntil(async () => {
    const { body } = await person.get(cluster);
    const { shoot } = clusterDetailSchema.parse(JSON.parse(body.toString()));
    const isObserved = fieldAt(shoot, "metadata", "generation") === fieldAt(shoot, "status", "observedGeneration");
    return isObserved && stringAt(shoot, "status", "lastOperation", "state") === "Succeeded";
  }, reconciledWithinS);
}

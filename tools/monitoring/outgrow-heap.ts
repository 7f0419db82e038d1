import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { TestBed } from "#tools/bench/faults/test-bed.ts";
import { secondsUntil } from "#tools/bench/faults/until.ts";
import type { StreamViewer } from "#tools/bench/faults/viewer.ts";
import type { AlertTriggerContext } from "./alert-fault-context.ts";

const labelsOfShoot = 5_000;
/** Delay between writes. Almanac reads objects a moment later; on a busy machine, two or three are still unread. */
const stepMs = 400;
/** Duration of the nearly full state: the first alert waits two minutes and must fire before requests are refused. */
const nearlyFullMs = 150_000;
/** The last objects grow slowly, because memory is only reported when it has moved to the old generation. */
const growsEvery = 4;
/**
 * Shares of the heap limit: between the alert and refused requests, and between refused requests and V8's end of the
 * process. Use is known only after the next collection; growing this slowly, no process ended at 0.81.
 */
const targets = { nearlyFull: 0.725, refused: 0.788 };
/** Maximum time until a refused page is live after objects have shrunk: Almanac checks memory every 30 seconds. */
const mostSecondsToRecover = 60;
const inWords = "too little memory left";

/** Heap size of a replica in the chart's default values. */
export function chartHeapMib(): number {
  const values = readFileSync(new URL("../../deploy/chart/almanac/values.yaml", import.meta.url), "utf8");
  return Number(/^heapMiB: (\d+)$/m.exec(values)?.[1]);
}

/** Many large labels with random, incompressible values: Kubernetes limits each label's size, but not their number. */
function manyLabels(round: number): Readonly<Record<string, string>> {
  const value = () => `r${round}-${randomBytes(39).toString("base64url")}0`;
  return Object.fromEntries(Array.from({ length: labelsOfShoot }, (_, index) => [`bench/label-${index}`, value()]));
}

function noLabels(): Readonly<Record<string, null>> {
  return Object.fromEntries(Array.from({ length: labelsOfShoot }, (_, index) => [`bench/label-${index}`, null]));
}

/**
 * Grows the objects of a garden until they nearly fill Almanac's heap, and then until requests are refused. Afterwards
 * shrinks the objects and checks that refused pages work again. The objects are written repeatedly, because V8 reports
 * the used memory after garbage collections only.
 */
export async function growObjectsToHeapLimit(
  world: TestBed,
  over: AbortSignal,
  { figures }: AlertTriggerContext,
): Promise<void> {
  const { garden } = world.farm;
  const { shoots } = garden;
  let grown = 0;
  let round = 0;
  let nearlyFullAt: number | undefined;
  let refused: StreamViewer | undefined;
  const patch = async (place: number, labels: object) => {
    const shoot = shoots[place];
    if (shoot === undefined) throw new Error("the garden is too small to fill the heap");
    await garden.patch(shoot, { metadata: { labels } });
  };
  while (!over.aborted) {
    if (!world.product.isAlive) throw new Error(`Almanac has ended:\n${world.product.output.slice(-2_000)}`);
    const { kept, used } = await sharesOf(figures);
    if (kept > 0.7) nearlyFullAt ??= performance.now();
    const isFilling = nearlyFullAt !== undefined && performance.now() - nearlyFullAt > nearlyFullMs;
    const target = isFilling ? targets.refused : targets.nearlyFull;
    round += 1;
    if (used < target && !(isFilling && round % growsEvery > 0)) {
      await patch(grown, manyLabels(round));
      grown += 1;
    } else if (kept < target) {
      await patch(round % Math.max(1, grown), manyLabels(round));
    }
    if (isFilling && refused === undefined && (await isExportRefused(world))) refused = await world.watch();
    await pause(stepMs);
  }
  for (let place = 0; place < grown; place += 1) await patch(place, noLabels());
  if (refused === undefined) return;
  const { isLive, reads } = refused;
  if (isLive || !reads.includes(503))
    throw new Error(`a page was answered ${reads}, and is ${isLive ? "" : "not "}live`);
  await letIn(refused, world);
}

/** Checks that a request that needs memory is refused with a message and a Retry-After header. */
async function isExportRefused(world: TestBed): Promise<boolean> {
  const { status, headers, body } = await world.read("/api/forecast?format=csv");
  return status === 503 && headers["retry-after"] !== undefined && body.includes(inWords);
}

/** Waits until a page that was refused is live again. @throws Error if that takes too long */
async function letIn(refused: StreamViewer, world: TestBed): Promise<void> {
  const after = await secondsUntil(() => refused.isLive, mostSecondsToRecover);
  if (after === undefined) throw new Error(`a page was answered ${refused.reads}, and is never live again`);
  const { status } = await world.read("/api/session");
  if (status !== 200 || !world.product.isAlive) throw new Error("Almanac is not there any more");
}

/** Heap after the last full garbage collection, and current heap, as shares of the limit. */
async function sharesOf(
  figures: AlertTriggerContext["figures"],
): Promise<{ readonly kept: number; readonly used: number }> {
  const text = await figures();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  const limit = figure("almanac_heap_limit_bytes");
  return { kept: figure("almanac_heap_kept_bytes") / limit, used: figure("almanac_heap_used_bytes") / limit };
}

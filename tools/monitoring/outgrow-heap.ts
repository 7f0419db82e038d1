import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { TestBed } from "#tools/bench/faults/test-bed.ts";
import { secondsUntil } from "#tools/bench/faults/until.ts";
import type { StreamViewer } from "#tools/bench/faults/viewer.ts";
import type { AlertFaultContext } from "./alert-fault-context.ts";

const labelsOfShoot = 5_000;
/** Almanac takes in what is written a moment later: on a machine with other work two or three objects are under way. */
const stepMs = 400;
/** So long the first alert has to come before people are refused: it waits for two minutes. */
const nearlyFullMs = 150_000;
/** The last objects come slowly, between others: what is young counts only once it is old. */
const growsEvery = 4;
/**
 * Of the limit: between the alert and the refusal, and between the refusal and where V8 may end the process. What is kept is known
 * after the next collection, and may by then be a little more; so slowly written to, no process was ended at 0.81.
 */
const targets = { nearlyFull: 0.725, refused: 0.788 };
/** Within this time a page that was refused is live, once the garden has shrunk: Almanac looks each half a minute. */
const mostSecondsToRecover = 60;
const inWords = "too little memory left";

/** The heap that the chart gives a replica. */
export function chartHeapMib(): number {
  const values = readFileSync(new URL("../../deploy/chart/almanac/values.yaml", import.meta.url), "utf8");
  return Number(/^heapMiB: (\d+)$/m.exec(values)?.[1]);
}

/** Kubernetes limits each of them, and not how many there are; nothing of one is in another, or they would be packed. */
function manyLabels(round: number): Readonly<Record<string, string>> {
  const value = () => `r${round}-${randomBytes(39).toString("base64url")}0`;
  return Object.fromEntries(Array.from({ length: labelsOfShoot }, (_, index) => [`bench/label-${index}`, value()]));
}

function noLabels(): Readonly<Record<string, null>> {
  return Object.fromEntries(Array.from({ length: labelsOfShoot }, (_, index) => [`bench/label-${index}`, null]));
}

/**
 * The objects of a garden grow until they nearly fill the heap, and then until people are refused; when it is over they are as
 * they were, and whoever was refused is let in. What is in use holds garbage too, so what is written anew makes V8 collect and
 * say what is kept.
 */
export async function outgrowHeap(world: TestBed, over: AbortSignal, { figures }: AlertFaultContext): Promise<void> {
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

/** What costs memory is refused in words, and with a time to come back. */
async function isExportRefused(world: TestBed): Promise<boolean> {
  const { status, headers, body } = await world.read("/api/forecast?format=csv");
  return status === 503 && headers["retry-after"] !== undefined && body.includes(inWords);
}

/** @throws Error when a page that was refused does not become live */
async function letIn(refused: StreamViewer, world: TestBed): Promise<void> {
  const after = await secondsUntil(() => refused.isLive, mostSecondsToRecover);
  if (after === undefined) throw new Error(`a page was answered ${refused.reads}, and is never live again`);
  const { status } = await world.read("/api/session");
  if (status !== 200 || !world.product.isAlive) throw new Error("Almanac is not there any more");
}

/** What a full collection has left, and what is in use, of the limit. */
async function sharesOf(
  figures: AlertFaultContext["figures"],
): Promise<{ readonly kept: number; readonly used: number }> {
  const text = await figures();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  const limit = figure("almanac_heap_limit_bytes");
  return { kept: figure("almanac_heap_kept_bytes") / limit, used: figure("almanac_heap_used_bytes") / limit };
}

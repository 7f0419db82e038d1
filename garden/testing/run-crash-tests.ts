import { setTimeout as pause } from "node:timers/promises";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { parseJsonOrUndefined } from "#lib/kube/parse-json-or-undefined.ts";
import { createRandom, type Random } from "#lib/random.ts";
import { type OperatorConnection, spawnGarden } from "./garden-process.ts";

export interface CrashOptions {
  readonly folder: string;
  readonly seed: number;
  /** How often the garden is killed. */
  readonly kills: number;
}

export interface CrashTally {
  readonly kills: number;
  /** How many of the kills happened before the garden was ready. */
  readonly duringStart: number;
  readonly acknowledged: number;
  /** Number of writes that a kill interrupted; each of them may or may not have taken effect. */
  readonly cutOff: number;
  /** Descriptions of acknowledged data that was missing after a restart; must be empty. */
  readonly losses: readonly string[];
}

/** A client's knowledge of an object: its value (undefined if it does not exist) and its resourceVersion, if known. */
interface Knowledge {
  readonly value: string | undefined;
  readonly version: number;
}

interface Slot {
  readonly name: string;
  acknowledged: Knowledge;
  /** The value that is being written. */
  attempted: { readonly value: string | undefined } | undefined;
}

interface World {
  readonly slots: readonly Slot[];
  readonly losses: string[];
  readonly random: Random;
  acknowledgedWrites: number;
  cutOff: number;
  /** Called after each acknowledged write. */
  onAcknowledged: () => void;
  /** The highest resourceVersion that any client has seen. */
  seenVersion: number;
}

const collection = "/api/v1/namespaces/garden-shop/configmaps";
const label = "almanac.garden/crash-run";
const writers = 6;
/** Maximum number of acknowledged writes after which a garden is killed; a random delay is added. */
const mostWrites = 80;
const longestMomentMs = 20;
const longestStartMs = 1_500;

/**
 * Kills a garden with a data folder at random times while clients write to it, restarts it and compares its objects
 * with the responses that the clients received. No acknowledged write is lost, an interrupted write has either taken
 * effect or not, and no client has seen a newer resourceVersion than the restarted garden.
 * @throws Error if the garden does not start again
 */
export async function runCrashTests({ folder, seed, kills }: CrashOptions): Promise<CrashTally> {
  const random = createRandom(seed, "crash-runs");
  const slots = Array.from({ length: writers * 4 }, (_, index) => newSlot(`crash-${index}`));
  const world: World = {
    slots,
    losses: [],
    random,
    acknowledgedWrites: 0,
    cutOff: 0,
    seenVersion: 0,
    onAcknowledged: () => undefined,
  };
  let duringStart = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    // Always the first kill, so that a garden is killed while its data folder is created.
    if (kill === 0 || random.chance(0.2)) {
      duringStart += 1;
      await killDuringStart(folder, random.int(0, longestStartMs));
    } else await killUnderLoad(folder, world);
  }
  await inLife(folder, (connection) => compare(connection, world));
  const { losses, acknowledgedWrites: acknowledged, cutOff } = world;
  return { kills, duringStart, acknowledged, cutOff, losses };
}

function newSlot(name: string): Slot {
  return { name, acknowledged: { value: undefined, version: 0 }, attempted: undefined };
}

async function killDuringStart(folder: string, afterMs: number): Promise<void> {
  const garden = start(folder);
  await pause(afterMs);
  await garden.kill();
}

async function killUnderLoad(folder: string, world: World): Promise<void> {
  await inLife(folder, async (connection, kill) => {
    await compare(connection, world);
    const enough = acknowledged(world, world.random.int(0, mostWrites));
    const watching = await connection.open(`${collection}?watch=true&resourceVersion=${world.seenVersion}`);
    const load = Promise.all([
      readWatch(watching.lines, world),
      ...Array.from({ length: writers }, (_, writer) => write(connection, world, writer)),
    ]);
    await Promise.race([enough, load]);
    await pause(world.random.int(0, longestMomentMs));
    await kill();
    await load;
  });
}

/** Resolves after the given number of further acknowledged writes. */
function acknowledged(world: World, more: number): Promise<void> {
  const target = world.acknowledgedWrites + more;
  return new Promise((resolve) => {
    world.onAcknowledged = () => {
      if (world.acknowledgedWrites >= target) resolve();
    };
    world.onAcknowledged();
  });
}

async function inLife(
  folder: string,
  live: (connection: OperatorConnection, kill: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const garden = start(folder);
  try {
    const connection = await garden.ready;
    await live(connection, garden.kill);
    connection.close();
  } finally {
    await garden.kill();
  }
}

function start(folder: string) {
  return spawnGarden(["--data", folder, "--pace", "1000"]);
}

/** Compares the garden's objects with what the clients know, then updates the clients' knowledge. */
async function compare(connection: OperatorConnection, world: World): Promise<void> {
  const { status, body } = await connection.send({ path: `${collection}?labelSelector=${encodeURIComponent(label)}` });
  if (status !== 200) throw new Error(`the list was answered with ${status}: ${body.toString()}`);
  const list: unknown = JSON.parse(body.toString());
  const version = Number(stringAt(list, "metadata", "resourceVersion"));
  if (version < world.seenVersion)
    world.losses.push(`version ${world.seenVersion} was seen, and it is ${version} again`);
  world.seenVersion = Math.max(world.seenVersion, version);
  const present = new Map(
    listAt(list, "items").map((item) => [stringAt(item, "metadata", "name"), knowledgeOf(item)] as const),
  );
  for (const slot of world.slots) {
    const found = present.get(slot.name) ?? { value: undefined, version: 0 };
    if (!mayBe(slot, found))
      world.losses.push(`${slot.name} is ${said(found)}, ${said(slot.acknowledged)} was acknowledged`);
    slot.acknowledged = found;
    slot.attempted = undefined;
  }
}

function mayBe({ acknowledged, attempted }: Slot, found: Knowledge): boolean {
  if (found.value === acknowledged.value && found.version === acknowledged.version) return true;
  return attempted !== undefined && found.value === attempted.value;
}

function knowledgeOf(object: unknown): Knowledge {
  return { value: stringAt(object, "data", "value"), version: Number(stringAt(object, "metadata", "resourceVersion")) };
}

function said({ value, version }: Knowledge): string {
  return value === undefined ? "nothing" : `${value.slice(0, 8)} at ${version}`;
}

/** Writes to the objects of one writer in turn until the connection breaks. */
async function write(connection: OperatorConnection, world: World, writer: number): Promise<void> {
  const own = world.slots.filter((_, index) => index % writers === writer);
  for (let turn = 0; ; turn += 1) {
    const slot = own[turn % own.length];
    if (slot === undefined || !(await writeOnce(connection, world, slot))) return;
  }
}

async function writeOnce(connection: OperatorConnection, world: World, slot: Slot): Promise<boolean> {
  const { random } = world;
  const exists = slot.acknowledged.value !== undefined;
  const value = exists && random.chance(0.2) ? undefined : random.hex(random.int(8, 4_000));
  slot.attempted = { value };
  try {
    const { status, body } = await connection.send(requestFor(slot, value, exists));
    const answer: unknown = JSON.parse(body.toString());
    if (status >= 300) throw new Error(`${status} ${body.toString()}`);
    slot.acknowledged = value === undefined ? { value, version: 0 } : knowledgeOf(answer);
    slot.attempted = undefined;
    world.acknowledgedWrites += 1;
    world.onAcknowledged();
    world.seenVersion = Math.max(world.seenVersion, slot.acknowledged.version);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    world.cutOff += 1;
    return false;
  }
}

function requestFor({ name }: Slot, value: string | undefined, exists: boolean) {
  const path = `${collection}/${name}`;
  if (value === undefined) return { method: "DELETE", path };
  const data = { value };
  if (exists) return { method: "PATCH", path, contentType: "application/merge-patch+json", body: { data } };
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels: { [label]: "true" } }, data };
  return { method: "POST", path: collection, body };
}

async function readWatch(lines: AsyncIterable<string>, world: World): Promise<void> {
  try {
    for await (const line of lines) {
      // The last line of an interrupted watch can be incomplete.
      const version = fieldAt(parseJsonOrUndefined(line), "object", "metadata", "resourceVersion");
      if (typeof version === "string") world.seenVersion = Math.max(world.seenVersion, Number(version));
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

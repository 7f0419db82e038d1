import "server-only";
import { z } from "zod";
import { type ClockOptions, createGardenClock } from "#garden/api/clock/garden-clock.ts";
import {
  type GardenIdentity,
  gardenIdentitySchema,
  newGardenIdentity,
  withMissingTokens,
} from "#garden/api/identity/identity-file.ts";
import { createControllerNoteStore } from "#garden/api/persistence/controller-note-store.ts";
import { type GardenDatabase, openGardenDatabase } from "#garden/api/persistence/garden-database.ts";
import { createWriteJournal } from "#garden/api/persistence/journal.ts";
import { createObjectStore } from "#garden/api/store/store.ts";
import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import {
  defaultRandomSeed,
  firstResourceVersion,
  type GardenState,
  identityNames,
  loadLandscape,
  type StateOptions,
} from "./garden-state.ts";

const originSchema = z.object({ seed: z.number(), shoots: z.number() });
const positionSchema = z.object({
  version: z.number(),
  nowMs: z.number(),
  speed: z.number(),
  isMachineTime: z.boolean(),
});

/** Options with which the landscape was created. */
type GardenOrigin = Readonly<z.infer<typeof originSchema>>;
/** The garden's latest resourceVersion and clock time. */
type GardenPosition = Readonly<z.infer<typeof positionSchema>>;

/** Data about the garden that a previous process has stored. */
interface GardenFacts {
  readonly origin: GardenOrigin;
  readonly position: GardenPosition;
  readonly identity: GardenIdentity;
  readonly port: number;
}

/**
 * Reads the stored data about the garden; undefined if the garden is new.
 * @throws Error for facts that are corrupt
 */
function readFacts(database: GardenDatabase, folder: string): GardenFacts | undefined {
  if (database.fact("origin") === undefined) return undefined;
  const read = <Value>(name: string, schema: z.ZodType<Value>): Value => {
    try {
      return schema.parse(JSON.parse(database.fact(name) ?? ""));
    } catch (cause) {
      throw new Error(`the database in ${folder} is damaged: its ${name} is not as it was written`, { cause });
    }
  };
  return {
    origin: read("origin", originSchema),
    position: read("position", positionSchema),
    identity: read("identity", gardenIdentitySchema),
    port: Number(database.fact("port") ?? 0),
  };
}

/** Interval of storing the clock time without other writes, for a clock that runs and is not the system clock. */
const heartbeatMs = 5_000;

/**
 * Opens the garden in a data folder: restores it, or creates a new one. All later changes are stored in the folder.
 * @throws Error with the reason if the folder cannot be used
 */
export async function openStoredGardenState(folder: string, options: StateOptions): Promise<GardenState> {
  const database = openGardenDatabase(folder);
  try {
    const facts = readFacts(database, folder);
    return facts === undefined ? await beginning(database, options) : continued(database, { facts, options, folder });
  } catch (error) {
    database.close();
    throw error;
  }
}

async function beginning(database: GardenDatabase, options: StateOptions): Promise<GardenState> {
  const { seed = defaultRandomSeed, shoots = 0, seeds } = options;
  const origin: GardenOrigin = { seed, shoots };
  const identity = await newGardenIdentity(identityNames, new Date());
  const time = { startAt: options.now, speed: options.speed };
  const parts = { identity, seed, time, firstVersion: firstResourceVersion() };
  const { state, journal } = assemble(database, parts);
  const { objects } = createDemoLandscape({ now: state.clock.now(), seed, shoots, seeds });
  loadLandscape(state.store, objects, options.expectedPort);
  journal.fact("origin", JSON.stringify(origin));
  journal.fact("identity", JSON.stringify(identity));
  // One transaction, so that the folder stays empty if the process is killed during the creation.
  journal.flush();
  return { ...state, isRestored: false, formerPort: 0, notices: [] };
}

interface Continuation {
  readonly facts: GardenFacts;
  readonly options: StateOptions;
  readonly folder: string;
}

function continued(database: GardenDatabase, { facts, options, folder }: Continuation): GardenState {
  const { origin, position } = facts;
  const identity = withMissingTokens(facts.identity, identityNames);
  const { state, journal } = assemble(database, {
    identity,
    seed: origin.seed,
    time: timeFrom(position, options.speed),
    firstVersion: position.version,
  });
  for (const { collection, object } of database.objects()) state.store.restore(collection, object);
  journal.fact("identity", JSON.stringify(identity));
  journal.flush();
  return { ...state, isRestored: true, formerPort: facts.port, notices: noticesOf(origin, options, folder) };
}

interface Parts {
  readonly identity: GardenIdentity;
  readonly seed: number;
  readonly time: ClockOptions;
  readonly firstVersion: number;
}

function assemble(database: GardenDatabase, { identity, seed, time, firstVersion }: Parts) {
  const journal = createWriteJournal({ database, position: () => JSON.stringify(position()) });
  const clock = createGardenClock({ ...time, onMoved: journal.touch });
  const store = createObjectStore({ now: () => performance.now(), firstVersion, onChange: journal.record });
  const position = (): GardenPosition => ({
    version: store.resourceVersion,
    nowMs: clock.now().getTime(),
    speed: clock.speed,
    isMachineTime: clock.isMachineTime,
  });
  const heartbeat = setInterval(() => {
    if (!clock.isMachineTime && clock.speed > 0) journal.touch();
  }, heartbeatMs);
  heartbeat.unref();
  const state = {
    store,
    clock,
    identity,
    seed,
    notebook: createControllerNoteStore({ notes: database.notes(), onNote: journal.note }),
    whenStored: journal.whenStored,
    keepPort(port: number) {
      journal.fact("port", String(port));
      journal.flush();
    },
    close() {
      clearInterval(heartbeat);
      clock.stop();
      journal.touch();
      try {
        journal.close();
      } finally {
        database.close();
      }
    },
  };
  return { state, journal };
}

/**
 * Clock options of a restored garden. A clock that has always been the system clock continues with the system time; any
 * other clock has stood still since the previous process.
 */
function timeFrom({ nowMs, speed, isMachineTime }: GardenPosition, wanted: number | undefined): ClockOptions {
  const stood = new Date(nowMs);
  // If the system clock was set back, the garden's clock does not go back.
  const startAt = isMachineTime && stood.getTime() <= Date.now() ? undefined : stood;
  return { startAt, speed: wanted ?? speed };
}

function noticesOf(origin: GardenOrigin, { seed, shoots, now }: StateOptions, folder: string): readonly string[] {
  const differs = [
    ...(seed === undefined || seed === origin.seed ? [] : [`seed ${origin.seed}, not ${seed}`]),
    ...(shoots === undefined || shoots === 0 || shoots === origin.shoots
      ? []
      : [`${origin.shoots} generated Shoots, not ${shoots}`]),
    ...(now === undefined ? [] : ["the time at which it was left"]),
  ];
  return differs.length === 0 ? [] : [`the garden in ${folder} goes on with ${differs.join("; ")}`];
}

import { type ControllerNoteStore, createControllerNoteStore } from "#garden/api/persistence/controller-note-store.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { computePoolImpacts } from "#lib/policy/changes/compute-pool-impacts.ts";
import { annotationOf } from "#lib/policy/operations/annotations.ts";
import { outdatedNodesAnnotation } from "../client/injected-failures.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import { workersState } from "./cluster-state.ts";
import type { Machine } from "./machine.ts";
import {
  formatStoredMachineState,
  type MachineSourceState,
  type MachineTransition,
  parseStoredMachineState,
  storedMachineStateKey,
} from "./machine-notes.ts";
import { machinesDuringTransition } from "./machines-during-transition.ts";
import { type MachineSoftware, machineCount, type PoolMachines, wantedPoolMachines } from "./pool-machines.ts";
import { batchCountOf, createPoolMachine, type ReplacementPeriod, range } from "./replace-machines.ts";

/** Names of the worker pools that need an update, by kind: rolling update, automatic or manual in-place update. */
export interface RequiredPoolUpdates {
  readonly rolling: readonly string[];
  readonly inPlaceAuto: readonly string[];
  readonly inPlaceManual: readonly string[];
  /** Number of consecutive node batches of the pool whose update takes longest. */
  readonly batches: number;
}

export const noRequiredPoolUpdates: RequiredPoolUpdates = {
  rolling: [],
  inPlaceAuto: [],
  inPlaceManual: [],
  batches: 0,
};

const nothing: ReadonlyMap<string, never> = new Map<string, never>();

export type MachineRecord = ReturnType<typeof createMachineRecord>;

/**
 * Keeps the spec from which the machines of each Shoot were created. In a real landscape, the Worker resource on the
 * Seed contains this state. Machines are computed when requested.
 */
export function createMachineRecord(notebook: ControllerNoteStore = createControllerNoteStore()) {
  const known = new Map<string, MachineSourceState>();
  const moves = new Map<string, MachineTransition>();
  const followers = new Set<(key: string) => void>();

  const takeNote = (key: string): void => {
    notebook.write(
      storedMachineStateKey(key),
      formatStoredMachineState({ known: known.get(key), move: moves.get(key) }),
    );
  };

  const changed = (key: string): void => {
    takeNote(key);
    for (const follower of followers) follower(key);
  };

  const wanted = (shoot: Shoot): MachineSourceState => {
    const before = known.get(shootKeyOf(shoot));
    return {
      spec: shoot.spec,
      rotation: shoot.status?.credentials?.rotation ?? null,
      empty: shoot.spec.hibernation?.enabled === true || shoot.metadata.deletionTimestamp !== undefined,
      requested: withRequests(before?.requested ?? nothing, requestedPools(shoot)),
      born: before?.born ?? nothing,
      outdated: before?.outdated ?? nothing,
    };
  };

  const take = (shoot: Shoot): boolean => {
    const key = shootKeyOf(shoot);
    const before = known.get(key);
    const move = moves.get(key);
    const now = move?.target ?? { ...wanted(shoot), empty: workersState(shoot) !== "all" };
    const born = move && before ? bornIn(shoot, { before, now, span: move.span }) : now.born;
    known.set(key, { ...now, born, outdated: before ? outdatedAfter(shoot, before) : nothing });
    return moves.delete(key);
  };

  return {
    /** Records that the machines now match the Shoot's current spec. */
    settle(shoot: Shoot): void {
      if (take(shoot)) changed(shootKeyOf(shoot));
      else takeNote(shootKeyOf(shoot));
    },
    /** Loads the stored machine state of a Shoot at startup, or assumes that its machines match its spec. */
    recall(shoot: Shoot): void {
      const key = shootKeyOf(shoot);
      const text = notebook.read(storedMachineStateKey(key));
      if (text === undefined) {
        // Not stored, because the next start derives the same state from the Shoot.
        take(shoot);
        return;
      }
      const note = parseStoredMachineState(text);
      if (note.known) known.set(key, note.known);
      if (note.move) moves.set(key, note.move);
    },
    /** Stores the machine state as soon as the Shoot's spec differs, because the process could end before the flow. */
    observe(shoot: Shoot): void {
      const key = shootKeyOf(shoot);
      const settled = known.get(key);
      if (settled && notebook.read(storedMachineStateKey(key)) === undefined && !isMadeFrom(settled, shoot))
        takeNote(key);
    },
    forget(key: string): void {
      known.delete(key);
      if (moves.delete(key)) changed(key);
      notebook.write(storedMachineStateKey(key), undefined);
    },
    /** The pools that the next flow has to update. */
    pending(shoot: Shoot): RequiredPoolUpdates {
      const { spec, status } = shoot;
      const before = known.get(shootKeyOf(shoot));
      if (before === undefined || spec.hibernation?.enabled === true || status?.hibernated === true)
        return noRequiredPoolUpdates;
      const newRotation = status?.credentials?.rotation ?? null;
      const impacts = [
        ...computePoolImpacts({ old: before.spec, new: spec, oldRotation: before.rotation, newRotation }),
      ];
      const named = (kind: string) => impacts.filter(([, found]) => found.impact === kind).map(([name]) => name);
      const rolling = [...new Set([...named("rollingUpdate"), ...requestedPools(shoot)])];
      const inPlaceAuto = named("inPlaceAuto");
      const batches = batchesFor(shoot, new Set([...rolling, ...inPlaceAuto]));
      return { rolling, inPlaceAuto, inPlaceManual: named("inPlaceManual"), batches };
    },
    /** Starts to create, delete and replace machines during the given period, until they match the Shoot's spec. */
    move(shoot: Shoot, span: ReplacementPeriod): void {
      const key = shootKeyOf(shoot);
      const halted = moves.get(key);
      moves.set(key, { target: wanted(shoot), span, from: halted ? doneOf(halted, span.startMs) : 0 });
      changed(key);
    },
    /** Stops the machine changes of a flow that has failed. */
    halt(key: string, nowMs: number): void {
      const move = moves.get(key);
      if (!move) return;
      moves.set(key, { ...move, haltedAt: doneOf(move, nowMs) });
      changed(key);
    },
    machinesOf(shoot: Shoot, nowMs: number): readonly Machine[] {
      const key = shootKeyOf(shoot);
      const settled = known.get(key);
      const move = moves.get(key);
      if (move) {
        const before = settled && !settled.empty ? poolsAs(shoot, settled) : [];
        const after = move.target.empty ? [] : poolsAs(shoot, move.target);
        return machinesDuringTransition(before, after, { done: doneOf(move, nowMs), span: move.span });
      }
      const standing = workersState(shoot);
      if (!settled || standing === "none") return [];
      return poolsAs(shoot, settled).flatMap((pool) => settledMachines(shoot, pool, settled, standing));
    },
    /** Calls back with the key of each Shoot whose machine changes start, continue or stop. */
    follow(onMove: (key: string) => void): () => void {
      followers.add(onMove);
      return () => followers.delete(onMove);
    },
    /** The time at which the current machine changes of a Shoot end; undefined if there are none. */
    movesUntil(key: string): number | undefined {
      const move = moves.get(key);
      return move && move.haltedAt === undefined ? move.span.endMs : undefined;
    },
  };
}

function isMadeFrom({ spec, rotation }: MachineSourceState, shoot: Shoot): boolean {
  const now = shoot.status?.credentials?.rotation ?? null;
  if (spec !== shoot.spec && !semanticallyEqual(spec, shoot.spec)) return false;
  return rotation === now || semanticallyEqual(rotation, now);
}

function doneOf({ span, from, haltedAt }: MachineTransition, nowMs: number): number {
  if (haltedAt !== undefined) return haltedAt;
  const passed = (nowMs - span.startMs) / Math.max(1, span.endMs - span.startMs);
  return from + (1 - from) * Math.min(1, Math.max(0, passed));
}

function batchesFor(shoot: Shoot, names: ReadonlySet<string>): number {
  const pools = (shoot.spec.provider.workers ?? []).filter(({ name }) => names.has(name));
  return Math.max(0, ...pools.map((pool) => batchCountOf(pool, machineCount(shootIdentityOf(shoot), pool))));
}

function requestedPools({ status }: Shoot): readonly string[] {
  return (status?.manualWorkerPoolRollout?.pendingWorkersRollouts ?? []).map(({ name }) => name);
}

function withRequests(before: ReadonlyMap<string, number>, pools: readonly string[]): ReadonlyMap<string, number> {
  return pools.length === 0
    ? before
    : new Map([...before, ...pools.map((name) => [name, (before.get(name) ?? 0) + 1] as const)]);
}

export function shootIdentityOf({ metadata, status }: Shoot): string {
  return status?.uid ?? metadata.uid ?? shootKeyOf({ metadata });
}

const firstFlowMs = 6 * 60_000;

/** Creation time of machines: the time of the last rotation that replaced them, or the creation of the Shoot. */
export function firstMachinesMs({ metadata }: Shoot, rotation: MachineSourceState["rotation"] | undefined): number {
  const instants = [
    rotation?.certificateAuthorities?.lastInitiationTime,
    rotation?.serviceAccountKey?.lastInitiationTime,
  ];
  const known = [metadata.creationTimestamp, ...instants].map((instant) => parseInstant(instant ?? undefined) ?? 0);
  return Math.max(...known) + firstFlowMs;
}

function poolsAs(shoot: Shoot, known: MachineSourceState): readonly PoolMachines[] {
  const { spec, rotation, requested } = known;
  const pools = wantedPoolMachines({
    identity: shootIdentityOf(shoot),
    spec,
    rotation,
    requested,
    bornMs: firstMachinesMs(shoot, rotation),
  });
  return pools.map((pool) => ({ ...pool, bornMs: known.born.get(pool.pool.name) ?? pool.bornMs }));
}

/** Creation times by pool. Pools whose machines were replaced get the start time of the replacement. */
function bornIn(
  shoot: Shoot,
  {
    before,
    now,
    span,
  }: { readonly before: MachineSourceState; readonly now: MachineSourceState; readonly span: ReplacementPeriod },
): ReadonlyMap<string, number> {
  const old = new Map(before.empty ? [] : poolsAs(shoot, before).map((pool) => [pool.pool.name, pool]));
  const fresh = poolsAs(shoot, now).filter(({ pool, incarnation }) => old.get(pool.name)?.incarnation !== incarnation);
  return new Map([...before.born, ...fresh.map(({ pool }) => [pool.name, span.startMs] as const)]);
}

function outdatedAfter(shoot: Shoot, before: MachineSourceState): ReadonlyMap<string, MachineSoftware> {
  const waiting = new Set(shoot.status?.inPlaceUpdates?.pendingWorkerUpdates?.manualInPlaceUpdate ?? []);
  const old = poolsAs(shoot, before).filter(({ pool }) => waiting.has(pool.name));
  return new Map(old.map(({ pool, runs }) => [pool.name, before.outdated.get(pool.name) ?? runs] as const));
}

function settledMachines(
  shoot: Shoot,
  of: PoolMachines,
  { outdated }: MachineSourceState,
  standing: "joining" | "all",
): readonly Machine[] {
  const waits = (shoot.status?.inPlaceUpdates?.pendingWorkerUpdates?.manualInPlaceUpdate ?? []).includes(of.pool.name);
  const runs = waits ? (outdated.get(of.pool.name) ?? ranBefore(shoot, of)) : of.runs;
  return range(0, of.count).map((index) => ({
    ...createPoolMachine(of, index, { state: standing === "joining" ? "joining" : "ready", runs }),
    awaitsUpdate: waits,
  }));
}

/** The versions on nodes that wait for an update, from an annotation with `<pool>:<kubernetes>:<image version>`. */
function ranBefore(shoot: Shoot, { pool, runs }: PoolMachines): MachineSoftware {
  const entries = annotationOf(shoot, outdatedNodesAnnotation)
    .split(",")
    .map((entry) => entry.trim().split(":"));
  const [, kubernetes = runs.kubernetes, imageVersion = runs.imageVersion] =
    entries.find(([name]) => name === pool.name) ?? [];
  return { ...runs, kubernetes, imageVersion };
}

import "server-only";
import type { ControllerMemory } from "#garden/api/persistence/controller-memory.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Stored changes of one Node: a user's, and those of an in-place update. */
export interface NodeMark {
  /** Difference from the Node's default labels; null removes one. */
  readonly labels?: StringMapPatch;
  readonly annotations?: StringMapPatch;
  readonly unschedulable?: boolean;
  readonly taints?: readonly unknown[];
  /** Hash of the completed in-place update of its pool. */
  readonly updated?: string;
}

export type StringMapPatch = Readonly<Record<string, string | null>>;

export type NodeMarks = ReturnType<typeof createNodeMarks>;

/** Marks by the Shoot's UID and the Node's name. They live as long as the Node and survive restarts of the garden. */
export function createNodeMarks(notebook: ControllerMemory) {
  const known = new Map<string, ReadonlyMap<string, NodeMark>>();

  function of(uid: string): ReadonlyMap<string, NodeMark> {
    const found = known.get(uid) ?? read(notebook.read(nameOf(uid)));
    known.set(uid, found);
    return found;
  }

  function write(uid: string, marks: ReadonlyMap<string, NodeMark>): void {
    known.set(uid, marks);
    notebook.write(nameOf(uid), marks.size === 0 ? undefined : JSON.stringify(Object.fromEntries(marks)));
  }

  return {
    of,
    set(uid: string, node: string, mark: NodeMark): void {
      const others = [...of(uid)].filter(([name]) => name !== node);
      const isEmpty = Object.values(mark).every((value) => value === undefined);
      write(uid, new Map(isEmpty ? others : [...others, [node, mark]]));
    },
    /** Removes the marks of Nodes that no longer exist. */
    keepOnly(uid: string, nodes: ReadonlySet<string>): void {
      const marks = of(uid);
      const left = [...marks].filter(([name]) => nodes.has(name));
      if (left.length < marks.size) write(uid, new Map(left));
    },
    /** Removes all marks of a deleted Shoot. */
    forget(uid: string): void {
      known.delete(uid);
      notebook.write(nameOf(uid), undefined);
    },
  };
}

function nameOf(uid: string): string {
  return `nodes/${uid}`;
}

function read(text: string | undefined): ReadonlyMap<string, NodeMark> {
  const value: unknown = text === undefined ? {} : JSON.parse(text);
  return new Map(
    Object.entries(isRecord(value) ? value : {}).flatMap(([name, mark]) => (isMark(mark) ? [[name, mark]] : [])),
  );
}

/** Not validated further, because this module wrote it. */
function isMark(value: unknown): value is NodeMark {
  return isRecord(value);
}

/** Applies changes to texts. */
export function applyStringMapPatch(
  base: Readonly<Record<string, string>>,
  change: StringMapPatch = {},
): Readonly<Record<string, string>> {
  const merged = Object.entries({ ...base, ...change });
  return Object.fromEntries(merged.flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
}

/** The changes that turn `base` into `wanted`; undefined if there are none. */
export function diffStringMaps(
  base: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>>,
): StringMapPatch | undefined {
  const removed = Object.keys(base).filter((key) => wanted[key] === undefined);
  const set = Object.entries(wanted).filter(([key, value]) => base[key] !== value);
  const change = Object.fromEntries([...removed.map((key) => [key, null] as const), ...set]);
  return Object.keys(change).length === 0 ? undefined : change;
}

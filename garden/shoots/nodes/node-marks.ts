import "server-only";
import type { ControllerNoteStore } from "#garden/api/persistence/controller-note-store.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Stored changes of one Node, made by users or by an in-place update. All other fields of a Node are computed. */
export interface NodeChanges {
  /** Differences from the computed labels of the Node; null removes a label. */
  readonly labels?: StringMapPatch;
  readonly annotations?: StringMapPatch;
  readonly unschedulable?: boolean;
  readonly taints?: readonly unknown[];
  /** Hash of the last in-place update that the Node has completed. */
  readonly updated?: string;
}

export type StringMapPatch = Readonly<Record<string, string | null>>;

export type NodeChangeStore = ReturnType<typeof createNodeChangeStore>;

/** Stores changes of Nodes by the Shoot's UID and the Node's name, across restarts of the garden. */
export function createNodeChangeStore(notebook: ControllerNoteStore) {
  const known = new Map<string, ReadonlyMap<string, NodeChanges>>();

  function of(uid: string): ReadonlyMap<string, NodeChanges> {
    const found = known.get(uid) ?? read(notebook.read(nameOf(uid)));
    known.set(uid, found);
    return found;
  }

  function write(uid: string, marks: ReadonlyMap<string, NodeChanges>): void {
    known.set(uid, marks);
    notebook.write(nameOf(uid), marks.size === 0 ? undefined : JSON.stringify(Object.fromEntries(marks)));
  }

  return {
    of,
    set(uid: string, node: string, mark: NodeChanges): void {
      const others = [...of(uid)].filter(([name]) => name !== node);
      const isEmpty = Object.values(mark).every((value) => value === undefined);
      write(uid, new Map(isEmpty ? others : [...others, [node, mark]]));
    },
    /** Removes the stored changes of Nodes that no longer exist. */
    keepOnly(uid: string, nodes: ReadonlySet<string>): void {
      const marks = of(uid);
      const left = [...marks].filter(([name]) => nodes.has(name));
      if (left.length < marks.size) write(uid, new Map(left));
    },
    /** Removes all stored Node changes of a deleted Shoot. */
    forget(uid: string): void {
      known.delete(uid);
      notebook.write(nameOf(uid), undefined);
    },
  };
}

function nameOf(uid: string): string {
  return `nodes/${uid}`;
}

function read(text: string | undefined): ReadonlyMap<string, NodeChanges> {
  const value: unknown = text === undefined ? {} : JSON.parse(text);
  return new Map(
    Object.entries(isRecord(value) ? value : {}).flatMap(([name, mark]) => (isMark(mark) ? [[name, mark]] : [])),
  );
}

/** Whether a stored value is an object. It is not validated further, because only this module writes it. */
function isMark(value: unknown): value is NodeChanges {
  return isRecord(value);
}

/** Applies changes to a string map; null removes a key. */
export function applyStringMapPatch(
  base: Readonly<Record<string, string>>,
  change: StringMapPatch = {},
): Readonly<Record<string, string>> {
  const merged = Object.entries({ ...base, ...change });
  return Object.fromEntries(merged.flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
}

/** The changes that turn the string map `base` into `wanted`; undefined if both are equal. */
export function diffStringMaps(
  base: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>>,
): StringMapPatch | undefined {
  const removed = Object.keys(base).filter((key) => wanted[key] === undefined);
  const set = Object.entries(wanted).filter(([key, value]) => base[key] !== value);
  const change = Object.fromEntries([...removed.map((key) => [key, null] as const), ...set]);
  return Object.keys(change).length === 0 ? undefined : change;
}

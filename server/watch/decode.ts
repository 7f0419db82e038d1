import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { type KubeResource, shoots } from "#lib/kube/resource.ts";
import { isKubeObject, isKubeStatus, isRecord } from "#lib/kube/wire.ts";
import { errorFromStatus, type GardenError } from "#server/garden/garden-error.ts";
import type { ObjectCacheEvent } from "./object-cache.ts";
import { prune, pruneShoot } from "./objects/prune.ts";
import type { WatchedObject } from "./packed-object.ts";
import { findObjectExcess, hasPlaceholders, type ObjectExcess, parseEventHead, placeholderFor } from "./placeholder.ts";
import type { MalformedReason } from "./watch-counters.ts";

/** A decoded line of a watch response. */
export type WatchLine<Item extends KubeObject> =
  | ObjectCacheEvent<Item>
  | { readonly kind: "bookmark"; readonly version: string; readonly endsInitialEvents: boolean }
  | { readonly kind: "error"; readonly error: GardenError }
  | MalformedItem;

/** What is wrong with a line or object that could not be decoded. */
export interface MalformedItem {
  readonly kind: "malformed";
  readonly fault: MalformedReason;
}

const initialEventsEnd = "k8s.io/initial-events-end";

export function decodeLine<Item extends KubeObject>(text: string, resource: KubeResource): WatchLine<Item> {
  const event = parsed(text);
  if (!isRecord(event)) return malformed("unreadable");
  const { type, object } = event;
  switch (type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED": {
      const decoded = decodeObject<Item>(object, resource, { isDeletion: type === "DELETED" });
      if (typeof decoded === "string") return malformed(decoded);
      return { kind: type === "DELETED" ? "delete" : "upsert", object: decoded };
    }
    case "BOOKMARK":
      return decodeBookmark(object);
    case "ERROR":
      return { kind: "error", error: errorFromStatus(isKubeStatus(object) ? object : {}) };
    default:
      return malformed("unreadable");
  }
}

/** Decodes the start of an oversized watch event: enough to delete the object or to store a placeholder for it. */
export function decodeOversized<Item extends KubeObject>(
  { head, bytes }: { readonly head: string; readonly bytes: number },
  resource: KubeResource,
): WatchLine<Item> {
  const { type, object } = parseEventHead(head);
  if (type !== "ADDED" && type !== "MODIFIED" && type !== "DELETED") return malformed("too-large");
  const isDeletion = type === "DELETED";
  const decoded = decodeObject<Item>(object, resource, { isDeletion, excess: { kind: "size", bytes } });
  if (typeof decoded === "string") return malformed("too-large");
  return { kind: isDeletion ? "delete" : "upsert", object: decoded };
}

interface KnownOfObject {
  /** Whether the object was deleted, so that only its identity is needed. */
  readonly isDeletion?: boolean;
  /** Why the object is too large, when its text was truncated. */
  readonly excess?: ObjectExcess;
}

/** Checks an object and returns it, or what is wrong. Items of a list may lack their kind, which is then added. */
export function decodeObject<Item extends KubeObject>(
  value: unknown,
  resource: KubeResource,
  { isDeletion = false, excess }: KnownOfObject = {},
): WatchedObject<Item> | MalformedItem["fault"] {
  const apiVersion = resource.group === "" ? resource.version : `${resource.group}/${resource.version}`;
  if (!isKubeObject<Item>(value)) return "incomplete";
  if ((value.kind ?? resource.kind) !== resource.kind) return "wrong-kind";
  if ((value.apiVersion ?? apiVersion) !== apiVersion) return "wrong-kind";
  const pruned = resource.plural === shoots.plural ? pruneShoot(value) : prune(value);
  const beyond = excess ?? findObjectExcess(pruned, resource);
  if (beyond !== undefined && !isDeletion && !hasPlaceholders(resource)) return "too-large";
  const held: unknown = beyond === undefined ? pruned : placeholderFor(value, beyond);
  if (!isKubeObject<Item>(held)) return "incomplete";
  const named = { ...held, ...missingSpec(held, resource), apiVersion, kind: resource.kind };
  return isVersioned(named) ? named : "incomplete";
}

/** An empty spec for a Gardener object without one, which does not occur in practice, so that code can rely on it. */
function missingSpec(held: KubeObject, { group }: KubeResource): object {
  const spec: unknown = "spec" in held ? held.spec : undefined;
  return group === shoots.group && !isRecord(spec) ? { spec: {} } : {};
}

/** Whether a value can be a resourceVersion: decimal, without leading zeros. */
export function isVersion(value: unknown): value is string {
  return typeof value === "string" && /^[1-9][0-9]{0,39}$/.test(value);
}

function decodeBookmark(object: unknown): WatchLine<never> {
  const metadata = isRecord(object) && isRecord(object.metadata) ? object.metadata : {};
  const { resourceVersion, annotations } = metadata;
  if (!isVersion(resourceVersion)) return malformed("unreadable");
  const endsInitialEvents = isRecord(annotations) && annotations[initialEventsEnd] === "true";
  return { kind: "bookmark", version: resourceVersion, endsInitialEvents };
}

function isVersioned<Item extends KubeObject>(object: Item): object is WatchedObject<Item> {
  const { uid, resourceVersion } = object.metadata;
  return typeof uid === "string" && uid !== "" && isVersion(resourceVersion);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not a record, so the caller counts it as malformed: a lost event.
  }
}

function malformed(fault: MalformedItem["fault"]): MalformedItem {
  return { kind: "malformed", fault };
}

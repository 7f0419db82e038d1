import "server-only";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";

/** Up to which resource version a watch has read, and what must be read next. */
export interface WatchPosition {
  /** Newest resource version received; undefined when there is none, or when the API server no longer knows it. */
  version: string | undefined;
  /** Whether all objects must be read before the next watch. */
  needsList: boolean;
  /** Why all objects must be read: `start`, or how the last watch ended. */
  listReason: string;
  /** Whether events were lost since all objects were last read, so that the object cache may be wrong. */
  lostEvents: boolean;
  /** Until this time (monotonic milliseconds), an oversized event does not lead to reading all objects again. */
  noListForSizeBeforeMs: number;
}

export function startPosition(): WatchPosition {
  return {
    version: undefined,
    needsList: true,
    listReason: "start",
    lostEvents: false,
    noListForSizeBeforeMs: Number.NEGATIVE_INFINITY,
  };
}

/** Records that all objects were read at resource version `version`. */
export function markSynchronised(position: WatchPosition, version: string): void {
  position.version = version;
  position.needsList = false;
  position.lostEvents = false;
}

/** Records that an event or bookmark of this version was received; an older version changes nothing. */
export function advancePosition(position: WatchPosition, version: string): void {
  if (position.version === undefined || isOlder(position.version, version)) position.version = version;
}

export function isOlder(version: string, than: string): boolean {
  return compareResourceVersions(version, than) < 0;
}

import "server-only";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";

/** A reflector's position in its collection's history. */
export interface WatchPosition {
  /** The newest version seen; undefined when none, or when the garden no longer knows it. */
  version: string | undefined;
  /** Whether everything must be read before the next watch. */
  needsList: boolean;
  /** Reason for that read: `start`, or what ended the last watch. */
  listReason: string;
  /** Whether lines were skipped since the last complete read, so that the mirror may be wrong. */
  lostEvents: boolean;
  /** Monotonic: until then, an oversized event of an unknown object does not cause another complete read. */
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

/** Records a complete read as of `version`. */
export function synchronised(position: WatchPosition, version: string): void {
  position.version = version;
  position.needsList = false;
  position.lostEvents = false;
}

/** Records an event or bookmark of `version`. The position never goes back. */
export function advance(position: WatchPosition, version: string): void {
  if (position.version === undefined || isOlder(position.version, version)) position.version = version;
}

export function isOlder(version: string, than: string): boolean {
  return compareResourceVersions(version, than) < 0;
}

import "server-only";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";

/** Where a reflector stands in its collection's history. */
export interface WatchPosition {
  /** The newest version seen; undefined when none is, or when the garden does not know it any more. */
  version: string | undefined;
  /** Everything must be read before the next watch. */
  needsList: boolean;
  /** Why: `start`, or what ended the last watch. */
  listReason: string;
  /** Lines were skipped since everything was read last, so the mirror may be wrong until it is read again. */
  lostEvents: boolean;
  /** Monotonic: until then an event that is too large for anything to be known of it is no reason to read everything. */
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

/** Everything was read, as of `version`. */
export function synchronised(position: WatchPosition, version: string): void {
  position.version = version;
  position.needsList = false;
  position.lostEvents = false;
}

/** An event or a bookmark of `version` came. Versions are never taken back. */
export function advance(position: WatchPosition, version: string): void {
  if (position.version === undefined || isOlder(position.version, version)) position.version = version;
}

export function isOlder(version: string, than: string): boolean {
  return compareResourceVersions(version, than) < 0;
}

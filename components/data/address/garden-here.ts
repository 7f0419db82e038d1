import { gardenPrefix, keyOfGarden, readGardenAddress } from "#lib/strings/garden-address.ts";

/** Returns the garden of this document; undefined where Almanac shows only one. A document never changes its garden. */
export function gardenHere(): string | undefined {
  return typeof window === "undefined" ? undefined : readGardenAddress(window.location.pathname).garden;
}

/** Returns a server path prefixed for this document's garden. */
export function inGarden(path: string): string {
  return `${gardenPrefix(gardenHere())}${path}`;
}

/** Returns a browser storage name scoped to this document's garden. */
export function keyHere(key: string): string {
  return keyOfGarden(key, gardenHere());
}

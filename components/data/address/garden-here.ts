import { gardenPrefix, keyOfGarden, readGardenAddress } from "#lib/text/garden-address.ts";

/** The garden that this document is about; undefined where an Almanac shows only one. A document never changes its garden. */
export function gardenHere(): string | undefined {
  return typeof window === "undefined" ? undefined : readGardenAddress(window.location.pathname).garden;
}

/** An address of the server as this document's garden has it. */
export function inGarden(path: string): string {
  return `${gardenPrefix(gardenHere())}${path}`;
}

/** A name in this browser, for what belongs to this document's garden alone. */
export function keyHere(key: string): string {
  return keyOfGarden(key, gardenHere());
}

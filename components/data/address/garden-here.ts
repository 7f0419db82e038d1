import { gardenPrefix, parseGardenAddress, storageKeyOfGarden } from "#lib/strings/garden-address.ts";

/** Returns the name of the garden that this document shows; undefined if Almanac has only one garden. */
export function gardenNameOfDocument(): string | undefined {
  return typeof window === "undefined" ? undefined : parseGardenAddress(window.location.pathname).garden;
}

/** Prefixes a path on the server with the garden of this document. */
export function pathInGarden(path: string): string {
  return `${gardenPrefix(gardenNameOfDocument())}${path}`;
}

/** Returns the name of a browser storage entry, made unique for the garden of this document. */
export function storageKeyInGarden(key: string): string {
  return storageKeyOfGarden(key, gardenNameOfDocument());
}

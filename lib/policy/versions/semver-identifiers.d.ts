/** The one function of semver that is needed. Through its index a browser would load all of it, 8 kB. */
declare module "semver/internal/identifiers.js" {
  /** Orders two identifiers of pre-releases: numbers by size and before words, words by their characters. */
  export function compareIdentifiers(a: string, b: string): number;
}

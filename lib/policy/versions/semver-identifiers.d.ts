/** The only semver function that is needed. Importing semver's index would load all of it, 8 kB, into the browser. */
declare module "semver/internal/identifiers.js" {
  /** Orders two pre-release identifiers: numbers by value and before words, words by character. */
  export function compareIdentifiers(a: string, b: string): number;
}

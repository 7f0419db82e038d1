/** The only semver function needed. Importing semver's index would load all of it into the browser, 8 kB. */
declare module "semver/internal/identifiers.js" {
  /** Orders two pre-release identifiers: numbers by value and before words, words by character. */
  export function compareIdentifiers(a: string, b: string): number;
}

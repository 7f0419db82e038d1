/**
 * A Gardener release. `dev` marks a build of the main branch: it stands somewhere between the release before and the
 * one that is written.
 */
export interface Edition {
  readonly minor: number;
  readonly patch: number;
  readonly dev: boolean;
}

/** The oldest release whose rules are known. Older gardenlets get these rules, and the screen says so. */
export const oldestEdition: Edition = { minor: 100, patch: 0, dev: false };

/** The newest release whose rules are known: the main branch after 1.149. */
export const newestEdition: Edition = { minor: 150, patch: 0, dev: false };

const pattern = /^v?1\.(\d{1,6})\.(\d{1,6})([-+].*)?$/;

/**
 * Reads a Gardener version such as `v1.149.3` or `v1.150.0-dev-b312835d17`.
 *
 * @returns undefined for a missing or unreadable text: never reconciled, or not a Gardener version
 * @source Gardener: status.gardener.version of a Shoot, key gardenerAPIServer of the ConfigMap gardener-info
 */
export function parseEdition(text: unknown): Edition | undefined {
  const match = typeof text === "string" ? pattern.exec(text) : null;
  if (match === null) return undefined;
  return { minor: Number(match[1]), patch: Number(match[2]), dev: match[3]?.startsWith("-dev") ?? false };
}

/** Negative when `a` is older than `b`. A dev build counts as the release that is written. */
export function compareEditions(a: Edition, b: Edition): number {
  return a.minor - b.minor || a.patch - b.patch;
}

/** Whether a landscape is older than the rules that are known. */
export function isOlderThanKnown(edition: Edition): boolean {
  return compareEditions(edition, oldestEdition) < 0;
}

/** Whether a landscape is newer than the rules that are known, a later patch of the newest known minor not. */
export function isNewerThanKnown({ minor }: Edition): boolean {
  return minor > newestEdition.minor;
}

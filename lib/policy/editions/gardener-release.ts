/** A Gardener release. `dev` denotes a build of the main branch between the preceding release and the given one. */
export interface GardenerRelease {
  readonly minor: number;
  readonly patch: number;
  readonly dev: boolean;
}

/** The oldest release with known rules. Older gardenlets get these rules, and the UI says so. */
export const oldestGardenerRelease: GardenerRelease = { minor: 100, patch: 0, dev: false };

/** The newest release with known rules: the main branch after 1.149. */
export const newestGardenerRelease: GardenerRelease = { minor: 150, patch: 0, dev: false };

const pattern = /^v?1\.(\d{1,6})\.(\d{1,6})([-+].*)?$/;

/**
 * Parses a Gardener version such as `v1.149.3` or `v1.150.0-dev-b312835d17`.
 *
 * @returns undefined for a missing or unparsable text: never reconciled, or not a Gardener version
 * @source Gardener: status.gardener.version of a Shoot, key gardenerAPIServer of the ConfigMap gardener-info
 */
export function parseGardenerRelease(text: unknown): GardenerRelease | undefined {
  const match = typeof text === "string" ? pattern.exec(text) : null;
  if (match === null) return undefined;
  return { minor: Number(match[1]), patch: Number(match[2]), dev: match[3]?.startsWith("-dev") ?? false };
}

/** Negative when `a` is older than `b`. A dev build counts as the release in its version. */
export function compareGardenerReleases(a: GardenerRelease, b: GardenerRelease): number {
  return a.minor - b.minor || a.patch - b.patch;
}

/** Whether a Gardener release is older than the oldest release with known rules. */
export function isOlderThanKnown(edition: GardenerRelease): boolean {
  return compareGardenerReleases(edition, oldestGardenerRelease) < 0;
}

/** Whether a Gardener release has a newer minor than the newest one with known rules; later patches do not count. */
export function isNewerThanKnown({ minor }: GardenerRelease): boolean {
  return minor > newestGardenerRelease.minor;
}

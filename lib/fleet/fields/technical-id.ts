/**
 * Returns Gardener's name for a cluster on its Seed, in logs and at the provider; very old clusters may have another.
 * @source Gardener: pkg/utils/gardener/shoot.go, ComputeTechnicalID
 */
export function defaultTechnicalIdOf(project: string, name: string): string {
  return `shoot--${project}--${name}`;
}

/** Removes `shoot` from the begin of a search text: the prefix of technical ids would match all clusters. */
export function stripShootPrefix(text: string): string {
  return text.replace(/^shoot(?=-)/, "");
}

/**
 * Returns Gardener's name of a cluster on its Seed, in logs and at the cloud provider; very old clusters may differ.
 * @source Gardener: pkg/utils/gardener/shoot.go, ComputeTechnicalID
 */
export function usualTechnicalId(project: string, name: string): string {
  return `shoot--${project}--${name}`;
}

/** Strips `shoot` from a technical id for searches: the word would match all clusters. */
export function stripShootPrefix(text: string): string {
  return text.replace(/^shoot(?=-)/, "");
}

/**
 * What Gardener calls a cluster on its Seed, in logs and at the cloud provider, unless it has been there for very long.
 * @source Gardener: pkg/utils/gardener/shoot.go, ComputeTechnicalID
 */
export function usualTechnicalId(project: string, name: string): string {
  return `shoot--${project}--${name}`;
}

/** A technical id as searches look it up: every one begins with `shoot-`, so that the word would find all clusters. */
export function withoutShoot(text: string): string {
  return text.replace(/^shoot(?=-)/, "");
}

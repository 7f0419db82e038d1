import type { Shoot } from "#lib/garden/shoot.ts";

/** Whether gardenlet has taken up the current generation. Missing numbers count as 0, as in Go. */
export function isObserved({ metadata, status }: Pick<Shoot, "metadata" | "status">): boolean {
  return (metadata.generation ?? 0) === (status?.observedGeneration ?? 0);
}

/**
 * Whether Gardener leaves a Failed Shoot alone: its last operation failed for this very generation, and by this very
 * release of Gardener.
 *
 * @param release the release of whoever asks, such as `v1.150.0`; when it is not known, only the generation decides
 * @source Gardener: pkg/utils/gardener/shoot.go (IsShootFailedAndUpToDate)
 */
export function isFailedAndUpToDate(shoot: Pick<Shoot, "metadata" | "status">, release: string | undefined): boolean {
  const { status } = shoot;
  if (status?.lastOperation?.state !== "Failed" || !isObserved(shoot)) return false;
  return release === undefined || status.gardener?.version === release;
}

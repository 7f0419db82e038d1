import type { Shoot } from "#lib/garden/shoot.ts";
import { codesOf, errorCodeRule } from "./error-codes.ts";

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

/**
 * Whether the controller-manager retries a Failed Shoot by itself: the latest generation failed, be it a deletion, and an
 * error names a code that passes with time, as a limit on calls of the cloud does. The release is not asked for.
 * @source Gardener: pkg/controllermanager/controller/shoot/retry
 */
export function isRetriedByControllerManager(shoot: Pick<Shoot, "metadata" | "status">): boolean {
  const { lastOperation, lastErrors } = shoot.status ?? {};
  if (lastOperation?.state !== "Failed" || !isObserved(shoot)) return false;
  return codesOf(lastErrors).some((code) => errorCodeRule(code)?.retriedByControllerManager === true);
}

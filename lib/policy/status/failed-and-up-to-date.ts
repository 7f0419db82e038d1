import type { Shoot } from "#lib/garden/shoot.ts";
import { errorCodeRule, errorCodesOf } from "./error-codes.ts";

/** Whether gardenlet has observed the current generation. Missing numbers count as 0, as in Go. */
export function isGenerationObserved({ metadata, status }: Pick<Shoot, "metadata" | "status">): boolean {
  return (metadata.generation ?? 0) === (status?.observedGeneration ?? 0);
}

/**
 * Whether Gardener skips a Failed Shoot: its last operation failed for the current generation and under the current
 * release.
 *
 * @param release the release to compare with, such as `v1.150.0`; when unknown, only the generation decides
 * @source Gardener: pkg/utils/gardener/shoot.go (IsShootFailedAndUpToDate)
 */
export function isFailedAndUpToDate(shoot: Pick<Shoot, "metadata" | "status">, release: string | undefined): boolean {
  const { status } = shoot;
  if (status?.lastOperation?.state !== "Failed" || !isGenerationObserved(shoot)) return false;
  return release === undefined || status.gardener?.version === release;
}

/**
 * Whether the controller-manager retries a Failed Shoot by itself: the latest generation failed (even a deletion), with
 * an error code of a temporary problem, such as a cloud API rate limit. The release does not matter.
 * @source Gardener: pkg/controllermanager/controller/shoot/retry
 */
export function isRetriedByControllerManager(shoot: Pick<Shoot, "metadata" | "status">): boolean {
  const { lastOperation, lastErrors } = shoot.status ?? {};
  if (lastOperation?.state !== "Failed" || !isGenerationObserved(shoot)) return false;
  return errorCodesOf(lastErrors).some((code) => errorCodeRule(code)?.retriedByControllerManager === true);
}

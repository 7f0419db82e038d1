import { type ClassificationContext, stagesOf } from "../versions/classify.ts";
import type { ListedVersion } from "../versions/listed-version.ts";

/** When a version expires, in epoch milliseconds; undefined without a (readable) date. */
export function versionExpiryOf(
  listed: ListedVersion | undefined,
  reading: Pick<ClassificationContext, "model">,
): number | undefined {
  const stage = listed && stagesOf(listed, reading).findLast(({ classification }) => classification === "expired");
  return stage !== undefined && Number.isFinite(stage.startsAt) ? stage.startsAt : undefined;
}

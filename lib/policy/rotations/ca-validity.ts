import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { familyRotationOf } from "./families.ts";

const validYears = 10;

/**
 * Approximate expiry of the oldest certificate authorities in use, in milliseconds since 1970. They were created when
 * the last completed rotation began; a newer running rotation overwrites that date, so the last completion is used.
 * @source Gardener: pkg/utils/secrets/certificate.go (generateCertificateTemplate)
 */
export function caValidUntilMs(shoot: Shoot): number | undefined {
  const { phase, lastInitiationTime, lastCompletionTime } = familyRotationOf(shoot, "certificateAuthorities") ?? {};
  const begunMs = phase === "Completed" ? parseInstant(lastInitiationTime) : undefined;
  const madeMs = begunMs ?? parseInstant(lastCompletionTime) ?? parseInstant(shoot.metadata.creationTimestamp);
  if (madeMs === undefined) return undefined;
  const until = new Date(madeMs);
  return until.setUTCFullYear(until.getUTCFullYear() + validYears);
}

import type { FleetRow } from "#lib/contract/fleet.ts";
import { message } from "#lib/language/text.ts";
import { holds } from "#lib/policy/next/hold.ts";

const held: ReadonlySet<string> = new Set(holds);

/**
 * Whether maintenance changes the specification of a cluster and nothing moves the cluster itself, as things stand: it is
 * held back, or it has failed and a change does not wake Gardener, because changes are confined to the window.
 */
export function isSpecOnly({ next, confineSpecUpdateRollout }: Pick<FleetRow, "next" | "confineSpecUpdateRollout">) {
  return held.has(next.subject) || (next.subject === "failed" && confineSpecUpdateRollout);
}

export const specOnlySentence = message(
  "Gardener does nothing to this cluster now: as long as that lasts, maintenance changes its specification only.",
);

import type { FleetRow } from "#lib/contract/fleet.ts";
import { readinessStepOf } from "#lib/forecast/readiness-step.ts";
import { text } from "#lib/language/text.ts";
import { readinessResultLabel } from "./readiness-fields.ts";

/** Texts of the column: the result, and the number of findings that block. */
export function readinessLabels(row: Pick<FleetRow, "readiness" | "forecast">) {
  const { readiness } = row;
  const { to } = readinessStepOf(row) ?? {};
  if (readiness === undefined || to === undefined) return {};
  const { result, blocks: count } = readiness;
  return {
    said: readinessResultLabel(result),
    isBad: result === "not-ready",
    blocks:
      count === undefined
        ? undefined
        : text("{count, plural, one {# finding blocks} other {# findings block}}", { count }),
    title: text("For the update to {to}, as far as the garden knows", { to }),
  };
}

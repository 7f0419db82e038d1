import { text } from "#lib/language/text.ts";
import type { MinorStep } from "#lib/policy/readiness/readiness-finding.ts";
import { formatDate } from "../format-time.ts";
import type { TimeContext } from "../step-descriptions.ts";

/** Says which version the next minor step leads to, and whether maintenance makes it. */
export function describeMinorStep(step: MinorStep, { clock }: Pick<TimeContext, "clock">): string {
  const { from, to, way, at, isUnsupported = false } = step;
  if (way !== "chosen" && at !== undefined) {
    return text("Maintenance is to update the control plane from {from} to {to}, on {date} at the earliest.", {
      from,
      to,
      date: formatDate(at, clock),
    });
  }
  return isUnsupported
    ? text("The newest version of the next minor that you can choose is {to}.", { to })
    : text("The newest supported version of the next minor is {to}.", { to });
}

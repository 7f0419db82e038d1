import "server-only";
import { shootWithValidTypes } from "#lib/act/plan/shoot-with-valid-types.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RowForecast } from "#lib/contract/forecast.ts";
import { controlPlaneMinorOf } from "#lib/forecast/readiness-step.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import type { DiagnosisContext } from "#lib/policy/next/next-view.ts";
import { assessReadiness, type Readiness } from "#lib/policy/readiness/assess-readiness.ts";
import type { MinorStep } from "#lib/policy/readiness/readiness-finding.ts";
import { readinessPeriodMs } from "#lib/policy/readiness/readiness-period.ts";

interface RowReadinessContext {
  /** The Shoot's effective profile; undefined if it cannot be read. */
  readonly profile: CloudProfileSpec | undefined;
  readonly view: DiagnosisContext;
  /** The forecast in the row. */
  readonly forecast: RowForecast;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Readiness for the minor step that the forecast plans, as in rows; undefined without one in the next 90 days. */
export function rowReadiness(
  given: Shoot,
  step: MinorStep | undefined,
  context: RowReadinessContext,
): FleetRow["readiness"] {
  if (step?.at === undefined || step.at > context.now + readinessPeriodMs) return undefined;
  const { result, findings } = assess(given, step, context);
  const blocks = findings.filter(({ severity }) => severity === "blocks").length;
  const [worst] = findings;
  const told = controlPlaneMinorOf(context.forecast);
  const isTold = told?.to === step.to && told.earliestAt === step.at;
  return {
    result,
    ...(blocks > 0 && { blocks }),
    ...(worst && { worst: worst.id }),
    ...(!isTold && { step: { to: step.to, at: step.at } }),
  };
}

function assess(
  given: Shoot,
  step: MinorStep,
  { profile, view, now }: RowReadinessContext,
): Pick<Readiness, "result" | "findings"> {
  try {
    const shoot = shootWithValidTypes(given);
    return assessReadiness(shoot, step, { profile, rules: rulesOfShoot(shoot, view), view, now });
  } catch {
    // A Shoot may have unexpected fields: its row must be shown nevertheless, with this result.
    return { result: "not-looked", findings: [] };
  }
}

import { type GardenFacts, gardenReleaseContext } from "#lib/policy/editions/rules-of-shoot.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import { forecastWhatIf } from "#lib/policy/forecast/forecast-what-if.ts";
import {
  applyWhatIf,
  type ShootWithProfile,
  type WhatIfChange,
  type WhatIfError,
} from "#lib/policy/forecast/what-if-change.ts";

/** Change that could not be applied, and why. */
export interface RejectedWhatIfChange {
  readonly change: WhatIfChange;
  readonly fault: WhatIfError;
}

export interface WhatIfOutcome {
  readonly before: Forecast;
  readonly after: Forecast;
  /** Shoot and profile with the changes applied. */
  readonly world: ShootWithProfile;
  readonly refused: readonly RejectedWhatIfChange[];
}

/** Time at which data were read, end of the forecast (both in epoch ms), and what is known of the garden. */
export interface WhatIfSpan {
  readonly now: number;
  readonly horizon: number;
  readonly garden: GardenFacts;
}

/** Computes the forecast with simulated changes; changes that refer to missing objects are skipped and reported. */
export function whatIfOutcomeOf(
  world: ShootWithProfile,
  changes: readonly WhatIfChange[],
  { garden, ...span }: WhatIfSpan,
): WhatIfOutcome | undefined {
  const possible: WhatIfChange[] = [];
  const refused: RejectedWhatIfChange[] = [];
  let reached = world;
  for (const change of changes) {
    const next = applyWhatIf(reached, change);
    if (next.ok) {
      possible.push(change);
      reached = next.value;
    } else refused.push({ change, fault: next.error });
  }
  const tried = forecastWhatIf(world, possible, { ...span, edition: gardenReleaseContext(garden) });
  if (!tried.ok) return undefined;
  const { before, after } = tried.value;
  return { before, after, world: tried.value.world, refused };
}

import { gardenEdition } from "#lib/policy/editions/rules-of-shoot.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import { whatIf } from "#lib/policy/forecast/what-if.ts";
import { applyWhatIf, type WhatIfChange, type WhatIfFault, type World } from "#lib/policy/forecast/what-if-change.ts";

/** A change that could not be made, with why. */
export interface RefusedChange {
  readonly change: WhatIfChange;
  readonly fault: WhatIfFault;
}

export interface WhatIfOutcome {
  readonly before: Forecast;
  readonly after: Forecast;
  /** The Shoot and the profile with the changes made. */
  readonly world: World;
  readonly refused: readonly RefusedChange[];
}

/** The instant of the snapshot and how far is looked (epoch milliseconds), and the garden's release where it is known. */
export interface WhatIfSpan {
  readonly now: number;
  readonly horizon: number;
  readonly release: string | undefined;
}

/** What becomes of the forecast with the changes; those that name something which is not there are left out and named. */
export function whatIfOutcome(
  world: World,
  changes: readonly WhatIfChange[],
  { release, ...span }: WhatIfSpan,
): WhatIfOutcome | undefined {
  const possible: WhatIfChange[] = [];
  const refused: RefusedChange[] = [];
  let reached = world;
  for (const change of changes) {
    const next = applyWhatIf(reached, change);
    if (next.ok) {
      possible.push(change);
      reached = next.value;
    } else refused.push({ change, fault: next.error });
  }
  const tried = whatIf(world, possible, { ...span, edition: gardenEdition(release) });
  if (!tried.ok) return undefined;
  const { before, after } = tried.value;
  return { before, after, world: tried.value.world, refused };
}

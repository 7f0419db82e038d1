import { useQuery } from "@tanstack/react-query";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { freezesQuery, knownFreezesOf } from "#components/data/queries/freeze-queries.ts";
import { freezeChecksOf, isMeantByFreeze } from "#lib/act/preview/freeze-check.ts";
import type { Act, ActCheck, ActPreview } from "#lib/contract/act.ts";

const none: readonly ActCheck[] = [];

/**
 * Checks whether an action takes place in a freeze period of its project. They are not part of the preview itself,
 * which the server makes and compares, because the same periods hold for all clusters of a project.
 */
export function useFreezeChecks(preview: ActPreview | undefined, act: Act, project: string): readonly ActCheck[] {
  const isMeant = preview !== undefined && isMeantByFreeze(act, preview);
  const read = useQuery({ ...freezesQuery(project), enabled: isMeant });
  const clock = useDisplayClock();
  if (!isMeant) return none;
  const freezes = knownFreezesOf(project, read);
  return freezes === undefined ? none : freezeChecksOf(preview, freezes, clock);
}

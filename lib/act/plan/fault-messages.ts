import type { Finding } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";
import type { ChangeFault } from "#lib/policy/settings/fault.ts";
import { sentenceOfFault } from "#lib/words/change-faults.ts";
import { finding } from "./act-world.ts";

/** As many as are read at a glance; a patch may break one rule thousands of times. */
const mostAlike = 5;
/** Names of the wire that no patch chooses: deeper ones may be the keys of a map. */
const fixedSegments = 4;

/** The place of a field without the positions in lists: `spec.provider.workers.labels`. */
function placeOf({ path }: ChangeFault): string {
  const names = path.replaceAll(/\[\d+\]/g, "").split(".");
  return names.slice(0, fixedSegments).join(".");
}

/** What a change breaks, said: of faults of one rule in one place the first ones, and how many more there are. */
export function faultMessages(faults: readonly ChangeFault[]): readonly Finding[] {
  const alike = Map.groupBy(faults, (fault) => `${fault.code} ${placeOf(fault)}`);
  return [...alike.values()].flatMap((group) => {
    const told = group.slice(0, mostAlike).map((fault) => finding(fault.code, sentenceOfFault(fault), fault.path));
    const [first] = group;
    const more = group.length - told.length;
    if (first === undefined || more === 0) return told;
    return [
      ...told,
      finding(
        first.code,
        text("The same is wrong {more, plural, one {# more time} other {# more times}}.", { more }),
        placeOf(first),
      ),
    ];
  });
}

import type { ActFinding } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";
import { describeFieldError } from "#lib/words/field-error-descriptions.ts";
import { createActFinding } from "./preview-input.ts";

/** Maximum number of errors listed per rule, because a patch may break one rule thousands of times. */
const mostAlike = 5;
/** Path segments that are fixed by the API; deeper ones may be keys of a map. */
const fixedSegments = 4;

/** Path of a field without list indices: `spec.provider.workers.labels`. */
function placeOf({ path }: FieldError): string {
  const names = path.replaceAll(/\[\d+\]/g, "").split(".");
  return names.slice(0, fixedSegments).join(".");
}

/** Findings for the field errors of a change; errors of the same rule and field are shortened to a few and a count. */
export function findingsOfFieldErrors(faults: readonly FieldError[]): readonly ActFinding[] {
  const alike = Map.groupBy(faults, (fault) => `${fault.code} ${placeOf(fault)}`);
  return [...alike.values()].flatMap((group) => {
    const told = group
      .slice(0, mostAlike)
      .map((fault) => createActFinding(fault.code, describeFieldError(fault), fault.path));
    const [first] = group;
    const more = group.length - told.length;
    if (first === undefined || more === 0) return told;
    return [
      ...told,
      createActFinding(
        first.code,
        text("The same is wrong {more, plural, one {# more time} other {# more times}}.", { more }),
        placeOf(first),
      ),
    ];
  });
}

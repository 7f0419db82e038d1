import type { Worker } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { describeFieldError } from "#lib/words/field-error-descriptions.ts";
import { applyDraft } from "./apply-draft.ts";
import { machineSettingFields } from "./machine-setting-fields.ts";
import { createSpecValidator, type UpdateContext } from "./spec-validator.ts";
import { describeFieldErrorWithPool, describePoolImpact, poolFieldOfError } from "./target-descriptions.ts";
import type { UpdateDraft } from "./update-draft.ts";

/** Part of a draft that the API server would refuse. */
interface DraftError {
  /** Name of the pool as in the draft; undefined for errors outside the pools. */
  readonly pool: string | undefined;
  readonly field: string;
  /** Error text for display beside its field. */
  readonly sentence: string;
  /** Error text for display without its field. */
  readonly words: string;
}

export interface UpdateDraftValidation {
  readonly faults: readonly DraftError[];
  /** Errors that any change of this cluster would cause, as sentences. */
  readonly standing: readonly string[];
  /** Effect on the nodes of each pool, for pools whose change is accepted. */
  readonly effects: ReadonlyMap<string, PoolEffectLabels>;
}

interface PoolEffectLabels {
  readonly words: string;
  /** Whether the change affects the nodes. */
  readonly matters: boolean;
}

/** Errors that the API server would report for the change of a draft. */
export function validateUpdateDraft(context: UpdateContext, draft: UpdateDraft): UpdateDraftValidation {
  const next = applyDraft(context.shoot.spec, draft, context.rules);
  const { faults, standing, impacts } = createSpecValidator(context)(next);
  const effectOf = (pool: Worker): PoolEffectLabels => {
    const impact = impacts.get(pool.name);
    return { words: describePoolImpact(impact, pool), matters: impact !== undefined && impact.impact !== "none" };
  };
  return {
    faults: [
      ...unreadable(draft),
      ...faults.map((fault): DraftError => {
        const { pool, field } = poolFieldOfError(fault, next);
        // The API groups these settings in a block of their own, which the form does not show.
        const named = field.replace(/^machineControllerManagerSettings\./, "");
        return {
          pool,
          field: named,
          sentence: describeFieldError(fault),
          words: describeFieldErrorWithPool(fault, next),
        };
      }),
    ],
    standing: standing.map((fault) => describeFieldErrorWithPool(fault, next)),
    effects: new Map(workerPoolsOf(next).map((pool) => [pool.name, effectOf(pool)])),
  };
}

/** Errors for unparsable values, which no other rule checks because the API server could not decode them either. */
function unreadable({ pools }: UpdateDraft): readonly DraftError[] {
  return Object.entries(pools).flatMap(([pool, { settings = {} }]) =>
    machineSettingFields.flatMap(({ field, kind }): readonly DraftError[] => {
      const typed = (settings[field] ?? "").trim();
      const words = labelOfUnreadable(kind, typed);
      return words === undefined
        ? []
        : [{ pool, field, sentence: words, words: text("Pool {pool}: {field}: {words}", { pool, field, words }) }];
    }),
  );
}

function labelOfUnreadable(kind: string, typed: string): string | undefined {
  if (typed === "") return undefined;
  if (kind === "count") return /^[+-]?\d{1,15}$/.test(typed) ? undefined : text("A whole number is needed.");
  if (kind === "switch")
    return typed === "true" || typed === "false" ? undefined : text("Either true or false is needed.");
  return undefined;
}

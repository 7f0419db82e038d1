import type { Worker } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { poolsOf } from "#lib/policy/maintenance/version-state.ts";
import { sentenceOfFault } from "#lib/words/change-faults.ts";
import { applyDraft } from "./apply-draft.ts";
import { createJudge, type UpdateContext } from "./judge-draft.ts";
import { machineSettingFields } from "./machine-setting-fields.ts";
import { placeOfFault, wordsOfEffect, wordsOfFault } from "./target-words.ts";
import type { UpdateDraft } from "./update-draft.ts";

/** Something in a draft that the API server would refuse. */
interface DraftFault {
  /** The pool and the field within it, as the draft names it; undefined outside the pools. */
  readonly pool: string | undefined;
  readonly field: string;
  /** Where the field stands beside it. */
  readonly sentence: string;
  /** Where it stands alone. */
  readonly words: string;
}

export interface DraftJudgement {
  readonly faults: readonly DraftFault[];
  /** What would be refused in any change of this cluster, as sentences. */
  readonly standing: readonly string[];
  /** What the change does to the nodes of each pool that it is accepted for. */
  readonly effects: ReadonlyMap<string, PoolEffectWords>;
}

interface PoolEffectWords {
  readonly words: string;
  /** Whether anything happens to the nodes at all. */
  readonly matters: boolean;
}

/** Everything that the API server would object to in the change that a draft makes. */
export function judgeDraft(context: UpdateContext, draft: UpdateDraft): DraftJudgement {
  const next = applyDraft(context.shoot.spec, draft, context.rules);
  const { faults, standing, impacts } = createJudge(context)(next);
  const effectOf = (pool: Worker): PoolEffectWords => {
    const impact = impacts.get(pool.name);
    return { words: wordsOfEffect(impact, pool), matters: impact !== undefined && impact.impact !== "none" };
  };
  return {
    faults: [
      ...unreadable(draft),
      ...faults.map((fault): DraftFault => {
        const { pool, field } = placeOfFault(fault, next);
        // The settings stand in a block of their own, as the API server calls it, which the form has no need to name.
        const named = field.replace(/^machineControllerManagerSettings\./, "");
        return { pool, field: named, sentence: sentenceOfFault(fault), words: wordsOfFault(fault, next) };
      }),
    ],
    standing: standing.map((fault) => wordsOfFault(fault, next)),
    effects: new Map(poolsOf(next).map((pool) => [pool.name, effectOf(pool)])),
  };
}

/** The API server could not even read them, so no rule speaks of them. */
function unreadable({ pools }: UpdateDraft): readonly DraftFault[] {
  return Object.entries(pools).flatMap(([pool, { settings = {} }]) =>
    machineSettingFields.flatMap(({ field, kind }): readonly DraftFault[] => {
      const typed = (settings[field] ?? "").trim();
      const words = wordsOfUnreadable(kind, typed);
      return words === undefined
        ? []
        : [{ pool, field, sentence: words, words: text("Pool {pool}: {field}: {words}", { pool, field, words }) }];
    }),
  );
}

function wordsOfUnreadable(kind: string, typed: string): string | undefined {
  if (typed === "") return undefined;
  if (kind === "count") return /^[+-]?\d{1,15}$/.test(typed) ? undefined : text("A whole number is needed.");
  if (kind === "switch")
    return typed === "true" || typed === "false" ? undefined : text("Either true or false is needed.");
  return undefined;
}

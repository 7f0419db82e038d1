import type { RandomDraft } from "#server/creation/random-drafts.fixture.ts";

/** The same draft without one of its changes, in every way. */
function* smallerDrafts(draft: RandomDraft): Generator<RandomDraft> {
  const { valid, invalid, pools } = draft;
  for (const index of valid.keys()) yield { ...draft, valid: valid.toSpliced(index, 1) };
  for (const index of invalid.keys()) yield { ...draft, invalid: invalid.toSpliced(index, 1) };
  for (const [index, pool] of pools.entries()) {
    if (pools.length > 1) yield { ...draft, pools: pools.toSpliced(index, 1) };
    if (Object.keys(pool).length > 0) yield { ...draft, pools: pools.with(index, {}) };
  }
  if (draft.isEverywhere) yield { ...draft, isEverywhere: false };
}

/** Takes changes away as long as the draft still fulfils the condition. */
export async function shrinkDraft(
  draft: RandomDraft,
  isOne: (smaller: RandomDraft) => Promise<boolean>,
): Promise<RandomDraft> {
  for (const smaller of smallerDrafts(draft)) {
    if (await isOne(smaller)) return shrinkDraft(smaller, isOne);
  }
  return draft;
}

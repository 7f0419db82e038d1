"use client";

import { useMemo } from "react";
import type { UpdateDraft } from "#lib/act/updates/update-draft.ts";

/**
 * What of a draft matters to one pool's choices: what is typed about another pool, of which there may be many, leaves it
 * the same object.
 */
export function usePoolDraft({ controlPlane, clearFields, pools }: UpdateDraft, pool: string): UpdateDraft {
  const edit = Object.hasOwn(pools, pool) ? pools[pool] : undefined;
  return useMemo(
    () => ({
      ...(controlPlane !== undefined && { controlPlane }),
      ...(clearFields !== undefined && { clearFields }),
      pools: edit === undefined ? {} : { [pool]: edit },
    }),
    [controlPlane, clearFields, edit, pool],
  );
}

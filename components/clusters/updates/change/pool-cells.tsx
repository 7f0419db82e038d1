"use client";

import { useMemo } from "react";
import type { UpdateDraft } from "#lib/act/updates/update-draft.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { isPoolUpdatedInPlace } from "#lib/policy/versions/filter-image.ts";
import type { PoolFormProps } from "./version-change-form-props.ts";

/** Name of a pool, with the number of its nodes and how they are updated. */
export function PoolName({ pool }: Pick<PoolFormProps, "pool">) {
  const { name } = pool;
  return (
    <>
      <span className="block font-medium" translate="no">
        {name}
      </span>
      <span className="block text-xs text-tertiary">
        {isPoolUpdatedInPlace(pool) ? text("{nodes}, updated in place", { nodes: nodeLabel(pool) }) : nodeLabel(pool)}
      </span>
    </>
  );
}

/** Effect of the whole draft on the nodes of one worker pool; empty without edits. */
export function PoolEffectCell({ effect }: Pick<PoolFormProps, "effect">) {
  if (effect === undefined) return <p className="text-tertiary">{text("No change")}</p>;
  return <p className={effect.matters ? "text-pretty text-secondary" : "text-tertiary"}>{effect.words}</p>;
}

function nodeLabel({ minimum, maximum }: Worker): string {
  const [least, most] = [minimum ?? "?", maximum ?? "?"];
  if (least !== most) return text("{least} to {most} nodes", { least, most });
  return least === 1 ? text("1 node") : text("{count} nodes", { count: least });
}

/**
 * Returns the part of a draft that concerns one worker pool. The result stays the same object while edits of other
 * pools change, so that React does not render the pool again.
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

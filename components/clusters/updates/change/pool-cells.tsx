import type { DraftJudgement } from "#lib/act/updates/draft-faults.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { isInPlace } from "#lib/policy/versions/filter-image.ts";

/** A pool by its name, with how many nodes it has and how they are updated. */
export function PoolName({ pool }: { readonly pool: Worker }) {
  const { name, minimum, maximum } = pool;
  const nodes = minimum === maximum ? `${maximum ?? "?"}` : `${minimum ?? "?"} to ${maximum ?? "?"}`;
  return (
    <>
      <span className="block font-medium" translate="no">
        {name}
      </span>
      <span className="block text-xs text-tertiary">
        {nodes} {nodes === "1" ? "node" : "nodes"}
        {isInPlace(pool) && ", updated in place"}
      </span>
    </>
  );
}

/** What everything that is gathered does to the nodes of one pool; undefined while nothing is. */
export function PoolEffect({ effect }: { readonly effect: ReturnType<DraftJudgement["effects"]["get"]> }) {
  if (effect === undefined) return <p className="text-tertiary">No change</p>;
  return <p className={effect.matters ? "text-pretty text-secondary" : "text-tertiary"}>{effect.words}</p>;
}

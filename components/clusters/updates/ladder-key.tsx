import { clsx } from "clsx";
import { roleFill } from "#components/ui/role-classes.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import type { Stretch } from "#lib/view/ladder/ladder-lane.ts";
import { stageLook, stageSeverity } from "#lib/words/version-stage.ts";

/** What the colours mean, of those that are there. */
export function LadderKey({ stretches }: { readonly stretches: readonly Stretch[] }) {
  const lasting = stretches.filter(({ fromAt, untilAt, stuck }) => stuck === undefined && untilAt - fromAt > dayMs);
  const stages = [...new Set(lasting.map(({ stage }) => stage))];
  stages.sort((a, b) => stageSeverity(a) - stageSeverity(b));
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-hairline px-4 py-1.5 text-xs text-secondary">
      {stages.map((stage) => (
        <li key={stage} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className={clsx("h-0.5 w-4 forced-colors:bg-[CanvasText]", roleFill[stageLook(stage).role])}
          />
          {stageLook(stage).word}
        </li>
      ))}
      {stretches.some(({ conditional }) => conditional) && <li>{text("Dotted: conditional")}</li>}
    </ul>
  );
}

import type { Act, ActCheck, ActPreview } from "#lib/contract/act.ts";
import type { Freezes } from "#lib/contract/freeze/freezes.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { type BeginInterval, freezeOverlapOf } from "#lib/policy/freeze/freeze-overlap.ts";
import { freezePeriodsOf } from "#lib/policy/freeze/freeze-period.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { freezeSpanLabel, unreadFreezesDescriptions } from "#lib/words/freeze/freeze-descriptions.ts";
import { affectsNodes } from "./act-consequences.ts";

/** Fields that set a version of Kubernetes or of a machine image; of a new pool, the objects that contain it. */
const versionPath = /^spec\.kubernetes\.version$|\]\.(kubernetes\.version|machine\.image(\.version)?)$/;

/**
 * Whether an action is what a freeze is meant to keep away: it replaces or updates nodes, changes a version, or runs
 * maintenance, which does both.
 */
export function isMeantByFreeze(act: Act, { pools, changes }: Pick<ActPreview, "pools" | "changes">): boolean {
  if (act.kind === "operation" && act.id === "maintain") return true;
  return affectsNodes(pools) || changes.some(({ path }) => versionPath.test(path));
}

/** When an action begins, as a preview says it. */
interface BeginOfAct {
  readonly when: {
    readonly at: ActPreview["when"]["at"];
    readonly window?: { readonly from: string; readonly to: string } | undefined;
  };
  readonly checkedAt: string;
}

/**
 * When an action begins: now; in the next maintenance window, which without a readable one is the whole day; or once a
 * Seed is ready, nobody knows when.
 */
function beginOf({ when, checkedAt }: BeginOfAct): BeginInterval | undefined {
  const now = parseInstant(checkedAt);
  if (now === undefined) return undefined;
  if (when.at === "now") return { earliestAt: now, latestAt: now };
  if (when.at === "seed-ready") return { earliestAt: now };
  const [from, to] = [parseInstant(when.window?.from), parseInstant(when.window?.to)];
  return { earliestAt: Math.max(now, from ?? now), latestAt: to ?? now + dayMs };
}

/**
 * Whether an action that a freeze is meant to keep away takes place in a freeze period of the project; no check where
 * none is touched. It is advice: Gardener does not know freeze periods.
 */
export function freezeChecksOf(preview: BeginOfAct, freezes: Freezes, clock: DisplayClock): readonly ActCheck[] {
  const begin = beginOf(preview);
  if (begin === undefined) return [];
  const warned = freezes.projects.flatMap(({ project, freezes: written }) =>
    freezePeriodsOf(written).flatMap((period): ActCheck[] => {
      const overlap = freezeOverlapOf(begin, period);
      const values = { name: period.name, project, span: freezeSpanLabel(period, clock) };
      if (overlap === "outside") return [];
      const sentence = text(overlap === "inside" ? insideDescription : possibleDescriptions[preview.when.at], values);
      return [createCheck(`freeze ${period.fromAt} ${period.untilAt} ${period.name}`, "warn", sentence)];
    }),
  );
  const unread = unreadFreezesDescriptions(freezes).map((sentence) =>
    createCheck(`freeze ${sentence}`, "unknown", sentence),
  );
  return [...warned, ...unread];
}

const insideDescription = message(
  "Inside the freeze {name} of the project {project} ({span}), which Gardener does not know.",
);

const windowDescription = message(
  "The window overlaps the freeze {name} of the project {project} ({span}), which Gardener does not know.",
);

/** What is said of a freeze in which an action can begin, by when the action takes place. */
const possibleDescriptions = {
  now: insideDescription,
  "maintenance-window": windowDescription,
  "seed-ready": message(
    "This can fall into the freeze {name} of the project {project} ({span}), which Gardener does not know.",
  ),
} as const satisfies Readonly<Record<ActPreview["when"]["at"], Message>>;

function createCheck(id: string, verdict: ActCheck["verdict"], sentence: string): ActCheck {
  return { id, verdict, sentence, enforced: false };
}

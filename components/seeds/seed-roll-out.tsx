import { useMemo } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { Link } from "#components/ui/address/link.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { WhyDetails } from "#components/ui/why-details.tsx";
import type { ListedSeed } from "#lib/contract/seed/seed-list.ts";
import { text } from "#lib/language/text.ts";
import { unmetSeedConditions } from "#lib/policy/gardenlet/seed-readiness.ts";
import { rollOutPace, rollOutStates } from "#lib/policy/next/roll-out.ts";
import { failureFilters, rollOutFilters } from "#lib/view/seeds/roll-out-filters.ts";
import { rollOutGrid } from "#lib/view/seeds/roll-out-grid.ts";
import type { SeedClusters } from "#lib/view/seeds/seed-clusters.ts";
import { clustersOfSeedPath, seedPath } from "#lib/view/seeds/seed-path.ts";
import { describeCondition } from "#lib/words/condition-descriptions.ts";
import { formatNumber } from "#lib/words/count.ts";
import { describeErrorCode } from "#lib/words/error-code-descriptions.ts";
import { formatList } from "#lib/words/format-list.ts";
import { formatDateTime, formatDuration } from "#lib/words/format-time.ts";
import { rollOutLooks } from "./roll-out-looks.ts";
import { RollOutShape, RollOutSquares } from "./roll-out-squares.tsx";
import { SeedTags } from "./seed-state.tsx";

interface SeedRollOutProps {
  readonly seed: ListedSeed;
  readonly clusters: SeedClusters;
}

/** One Seed in a roll-out: a picture of its clusters, their counts, pace and failures. */
export function SeedRollOut({ seed, clusters }: SeedRollOutProps) {
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0 lg:grid-cols-[10rem_minmax(0,480px)_minmax(0,1fr)]">
      <div>
        <Link
          href={seedPath(seed.name)}
          prefetch={false}
          className="font-medium text-link hover:underline"
          translate="no"
        >
          {seed.name}
        </Link>
        <span className="block text-sm text-secondary" translate="no">
          {seed.gardener?.replace(/^v/, "") ?? text("release not reported")}
        </span>
        <span className="flex flex-wrap gap-1 empty:hidden">
          <SeedTags seed={seed} />
        </span>
      </div>
      <RollOutPicture clusters={clusters} />
      <div className="flex min-w-0 flex-col gap-1 text-sm">
        <RollOutCounts seed={seed} clusters={clusters} />
        <RollOutPaceText seed={seed} clusters={clusters} />
        <FailureCauses seed={seed} clusters={clusters} />
      </div>
    </li>
  );
}

/** Picture of a Seed's clusters, and what a square stands for if that is more than one. */
export function RollOutPicture({ clusters: { byRollOut } }: { readonly clusters: SeedClusters }) {
  const grid = useMemo(() => rollOutGrid(byRollOut), [byRollOut]);
  return (
    <div className="min-w-0 pt-1">
      <RollOutSquares grid={grid} />
      {grid.clustersPerSquare > 1 && (
        <p className="mt-1 text-xs text-tertiary">
          {text("A square is {count, number} clusters, in the state of the worst.", { count: grid.clustersPerSquare })}
        </p>
      )}
    </div>
  );
}

/** Counts of a Seed's clusters by their state, each with a link to them where a filter selects them. */
export function RollOutCounts({ seed, clusters }: SeedRollOutProps) {
  return (
    <ul className="flex flex-wrap gap-x-3 leading-6 tabular-nums">
      {rollOutStates.map((state) => {
        const count = clusters.byRollOut.get(state) ?? 0;
        if (count === 0) return null;
        const words = text(rollOutLooks[state].counted, { count });
        const filters = rollOutFilters(state, seed.gardener);
        return (
          <li key={state} className="flex items-center gap-1.5">
            <RollOutShape state={state} />
            {filters === undefined ? (
              words
            ) : (
              <Link
                href={clustersOfSeedPath(seed.name, filters)}
                prefetch={false}
                className="text-link hover:underline"
              >
                {words}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** How fast the roll-out goes, and when it ends if it goes on like that, or why that is not known. */
function RollOutPaceText({ seed, clusters: { byRollOut, finishedAt, untimed } }: SeedRollOutProps) {
  const now = useNow(60_000);
  const clock = useDisplayClock();
  const waiting = byRollOut.get("waiting") ?? 0;
  const hold = waiting + (byRollOut.get("held") ?? 0) > 0 ? holdOf(seed) : undefined;
  if (hold !== undefined) return <p className="text-secondary">{hold}</p>;
  if (waiting === 0 || now === 0) return null;
  if (untimed > 0)
    return (
      <p className="text-tertiary">
        {text(
          "When this ends is not known: {untimed, plural, one {# cluster waits} other {# clusters wait}} for a maintenance window, or {untimed, plural, one {is} other {are}} possibly ignored.",
          { untimed },
        )}
      </p>
    );
  const pace = rollOutPace(finishedAt, waiting + (byRollOut.get("running") ?? 0), now);
  if (pace === "early")
    return <p className="text-tertiary">{text("Too little is observed to say how fast it goes.")}</p>;
  if (pace === "late")
    return (
      <p className="text-tertiary">
        {text(
          "How fast it goes is not known: it takes about an hour or longer, and by then Gardener reconciles clusters again.",
        )}
      </p>
    );
  return (
    <div>
      <p className="text-secondary">
        {text(
          "{rate, plural, one {# cluster} other {# clusters}} an hour. At this rate the last of those that wait ends between {from} and {to}.",
          {
            rate: Math.round(pace.perHour * 10) / 10,
            from: formatDateTime(pace.earliestEnd, clock),
            to: formatDateTime(pace.latestEnd, clock),
          },
        )}
      </p>
      <WhyDetails about={text("this is the end")}>
        {text(
          "{finished, number} clusters ended in the last {duration}. If the others end independently of each other at the same rate, the last one ends in this interval in 95 of 100 cases. A gardenlet that reconciles only in maintenance windows takes longer.",
          { finished: pace.finished, duration: formatDuration(now - pace.since) },
        )}
      </WhyDetails>
    </div>
  );
}

/** What keeps the gardenlet of a Seed from beginning anything; undefined if nothing does. */
function holdOf({ emergencyStop, conditions, deletionRequestedAt }: ListedSeed): string | undefined {
  if (emergencyStop) return text("The emergency stop holds the clusters that wait.");
  const unmet = deletionRequestedAt === undefined ? unmetSeedConditions(conditions) : [];
  if (unmet.length === 0) return undefined;
  return text("The gardenlet begins nothing while the Seed is not ready: {conditions}", {
    conditions: formatList(unmet.map((type) => describeCondition(type).name)),
  });
}

/** Causes that are named; the counts beside the picture lead to all failures. */
const shownCauses = 3;

/** Why clusters of a Seed failed, the most frequent cause first, with links to these clusters. */
function FailureCauses({ seed, clusters: { causes } }: SeedRollOutProps) {
  const sorted = [...causes].sort(([, a], [, b]) => b - a);
  if (sorted.length === 0) return null;
  return (
    <ul aria-label={text("Failures by cause")} className="flex flex-col leading-6">
      {sorted.slice(0, shownCauses).map(([code, count]) => (
        <li key={code} className="text-secondary">
          <span className="tabular-nums">{formatNumber(count)} ×</span>{" "}
          <Link
            href={clustersOfSeedPath(seed.name, failureFilters(code, seed.gardener))}
            prefetch={false}
            title={code}
            className="text-link hover:underline"
          >
            {code === "" ? text("without an error code") : describeErrorCode(code)}
          </Link>
        </li>
      ))}
      {sorted.length > shownCauses && (
        <li className="text-secondary">
          {text("and {others, plural, one {# more cause} other {# more causes}}", {
            others: sorted.length - shownCauses,
          })}
        </li>
      )}
    </ul>
  );
}

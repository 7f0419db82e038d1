"use client";

import { clsx } from "clsx";
import { Suspense } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { useUserRelation } from "#components/data/session/use-user-relation.ts";
import { type Hue, hueTextClasses } from "#components/ui/hue-classes.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { text } from "#lib/language/text.ts";
import type { ResponsibleParty } from "#lib/policy/next/responsible-party.ts";
import { describeCluster } from "#lib/view/cluster/describe-cluster.ts";
import type { ForecastClause } from "#lib/view/cluster/forecast-clauses.ts";
import { describeResponsibleParty } from "#lib/words/responsible-party-labels.ts";
import type { Cluster } from "../use-cluster.ts";

// Loaded on demand, because few clusters have freezes.
const AheadFreezeTag = lazyComponent(async () => (await import("./ahead-freeze-tag.tsx")).AheadFreezeTag);

const partyHues: Readonly<Record<ResponsibleParty, Hue>> = {
  you: "caution",
  team: "neutral",
  somebody: "caution",
  operator: "neutral",
  provider: "neutral",
  gardener: "info",
  nobody: "positive",
};

const aheadHues: Readonly<Record<ForecastClause["kind"], Hue>> = { stuck: "negative", forced: "caution" };

interface StateDescriptionProps {
  readonly cluster: Cluster;
  /** Whether to mention forced updates and blocked updates; false if another part of the page shows them. */
  readonly withForecast: boolean;
}

/** State of the cluster in one sentence: what, since when, why, who has to act, and what happens within 90 days. */
export function StateDescription({ cluster: { shoot, row, detail }, withForecast }: StateDescriptionProps) {
  const now = useNow(10_000);
  const isIdle = useIdle();
  const { patchShoot, uncertain } = detail.permissions;
  const clock = useDisplayClock(nextWindowOfRow(row.window, now)?.offsetMinutes);
  const onlooker = useUserRelation(row.project, uncertain ? undefined : patchShoot);
  if (now === 0) return null;
  const { headline, causes, notes, ahead, party, isPartyForAhead, next } = describeCluster(
    { shoot, row, view: detail.view, onlooker },
    { clock, now },
  );
  return (
    <p className="max-w-6xl text-base text-pretty text-secondary">
      <span className="font-medium text-ink">{headline}</span> {[...causes, ...notes, ""].join(" ")}
      {(withForecast ? ahead : []).map(({ kind, lead, why, hasFailed }) => (
        <span key={kind}>
          <span className={clsx("font-medium", hueTextClasses[aheadHues[kind]])}>{lead}</span>
          {kind === "forced" && isIdle && (
            <Suspense>
              <AheadFreezeTag row={row} speech={{ clock, now }} />
            </Suspense>
          )}
          : {why}. {hasFailed && text("The last maintenance failed; the next run tries again.")}{" "}
        </span>
      ))}
      {party !== undefined && (withForecast || !isPartyForAhead) && (
        <span className={clsx("font-medium", hueTextClasses[partyHues[party]])}>
          {describeResponsibleParty(party, row.project)}.
        </span>
      )}{" "}
      {next}
    </p>
  );
}

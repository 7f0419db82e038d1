import { clsx } from "clsx";
import { memo, Suspense, useCallback, useId, useMemo, useRef, useState } from "react";
import { UrgencyTierHeading } from "#components/data/fleet-parts/urgency-tier-heading.tsx";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { useCollectedRows } from "#components/data/live/use-collected-rows.ts";
import { useProjectsOfUser, useUserRelationLookup } from "#components/data/session/use-user-relation.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type AttentionTier, attentionTiers } from "#lib/contract/garden-counts.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import { createAttentionCollector } from "#lib/view/overview/attention.ts";
import { attentionOrderDescriptions, attentionTierLabels } from "#lib/view/overview/attention-descriptions.ts";
import { type AttentionCauseEntry, attentionCauses, isProjectAttention } from "#lib/view/overview/project-attention.ts";
import { ClusterCause } from "./attention-causes.tsx";
import type { UnusedProjects } from "./unused-projects-reader.tsx";

const ProjectCause = lazyComponent(async () => (await import("./project-cause.tsx")).ProjectCause);

/** Number of causes shown at first for each degree of urgency; the rest can be expanded. */
const shownAtFirst: Readonly<Record<AttentionTier, number>> = { now: 6, ended: 3, "30": 5, "90": 3, open: 3 };

const isAlready = (tier: AttentionTier) => tier === "now" || tier === "ended";
/** What is the case already and what comes: beside each other where there is room. */
const sides = [attentionTiers.filter(isAlready), attentionTiers.filter((tier) => !isAlready(tier))];

interface AttentionCardProps {
  readonly rows: readonly FleetRow[];
  readonly unused: UnusedProjects;
  readonly query: FleetQuery;
  readonly now: number;
}

/** Card of all problems that need attention, grouped by cause; current problems come first. */
export const AttentionCard = memo(function AttentionCard({ rows, unused, query, now }: AttentionCardProps) {
  const own = useProjectsOfUser();
  const ofClusters = useCollectedRows(
    rows,
    useCallback(() => createAttentionCollector({ now, own }), [now, own]),
  );
  const { projects, state } = unused;
  const groups = useMemo(
    () => ofClusters && attentionCauses(ofClusters, projects, { now, own }),
    [ofClusters, projects, now, own],
  );
  const byTier = Map.groupBy(groups ?? [], ({ tier }) => tier);
  const filled = sides.map((tiers) => tiers.filter((tier) => byTier.has(tier))).filter(({ length }) => length > 0);
  const list = useRef<HTMLDivElement>(null);
  const at = useRef(-1);
  useShortcut("n", () => {
    const stops = list.current?.querySelectorAll<HTMLElement>("[data-cause]") ?? [];
    at.current = (at.current + 1) % Math.max(1, stops.length);
    stops[at.current]?.focus();
  });
  return (
    <Card id="attention" title={text("Needs attention")} aside={<Rule />} flush>
      {groups === undefined && <Skeleton className="h-96 w-full" />}
      {state === "failed" && (
        <p role="status" className="border-b border-hairline px-4 py-2 text-sm text-pretty text-caution-text">
          {text("The projects could not be read, so dates of unused projects are missing here.")}
        </p>
      )}
      {groups?.length === 0 && state === "pending" && <Skeleton className="mx-4 my-6 h-6 w-56" />}
      {groups?.length === 0 && state === "read" && (
        <p className="px-4 py-6 text-base text-secondary">{text("Nothing for the next 90 days.")}</p>
      )}
      <div
        ref={list}
        className={clsx(
          "divide-y divide-hairline",
          filled.length > 1 &&
            "min-[150rem]:grid min-[150rem]:grid-cols-2 min-[150rem]:divide-x min-[150rem]:divide-y-0",
        )}
      >
        {filled.map((tiers) => (
          <div key={tiers.join(" ")}>
            {tiers.map((tier) => (
              <Tier key={tier} tier={tier} groups={byTier.get(tier) ?? []} query={query} now={now} />
            ))}
          </div>
        ))}
      </div>
    </Card>
  );
});

interface TierProps {
  readonly tier: AttentionTier;
  readonly groups: readonly AttentionCauseEntry[];
  readonly query: FleetQuery;
  readonly now: number;
}

function Tier({ tier, groups, query, now }: TierProps) {
  const onlookerAt = useUserRelationLookup();
  const [all, setAll] = useState(false);
  const most = shownAtFirst[tier];
  const shown = all ? groups : groups.slice(0, most);
  const rest = groups.length - most;
  return (
    <section aria-labelledby={`tier-${tier}`} className="not-first:border-t not-first:border-hairline">
      <UrgencyTierHeading tier={tier}>
        <span className="ml-auto font-normal tabular-nums">
          {text("{causes, plural, one {# cause} other {# causes}}", { causes: groups.length })}
        </span>
      </UrgencyTierHeading>
      <ul className="divide-y divide-hairline">
        {shown.map((group) =>
          isProjectAttention(group) ? (
            <Suspense key={group.key}>
              <ProjectCause group={group} now={now} onlookerAt={onlookerAt} />
            </Suspense>
          ) : (
            <ClusterCause key={group.key} group={group} query={query} now={now} onlookerAt={onlookerAt} />
          ),
        )}
      </ul>
      {rest > 0 && (
        <div className="border-t border-hairline py-1 pr-4 pl-7.5">
          <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? text("Show fewer") : text("Show {rest, number} more", { rest })}
            <span className="sr-only">: {text(attentionTierLabels[tier])}</span>
          </Button>
        </div>
      )}
    </section>
  );
}

function Rule() {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className="flex min-w-0 flex-col items-end gap-2">
      <Button variant="ghost" size="sm" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {text("How is this ordered?")}
      </Button>
      <ul id={id} hidden={!open} className="w-full list-disc pl-5 text-sm text-secondary">
        {Object.entries(attentionOrderDescriptions).map(([id, words]) => (
          <li key={id}>{text(words)}</li>
        ))}
      </ul>
    </div>
  );
}

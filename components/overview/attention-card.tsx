import { clsx } from "clsx";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo, useCallback, useId, useRef, useState } from "react";
import { UrgencyTierHeading } from "#components/data/fleet-parts/urgency-tier-heading.tsx";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { useCollectedRows } from "#components/data/live/use-collected-rows.ts";
import {
  type UserRelationLookup,
  useProjectsOfUser,
  useUserRelationLookup,
} from "#components/data/session/use-user-relation.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type AttentionTier, attentionTiers } from "#lib/contract/garden-counts.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import { responsiblePartyOf } from "#lib/policy/next/responsible-party.ts";
import {
  type AttentionGroup,
  clusterListPathOfAttentionGroup,
  clusterPathForCause,
  createAttentionCollector,
} from "#lib/view/overview/attention.ts";
import {
  attentionOrderDescriptions,
  attentionTierLabels,
  describeAttentionGroup,
} from "#lib/view/overview/attention-descriptions.ts";

import { partyLabelOfProjects } from "#lib/words/responsible-party-labels.ts";

const namedAtMost = 8;
/** Number of clusters up to which a row shows their names instead of a number. */
const namedInRow = 2;

/** Number of causes shown at first for each degree of urgency; the rest can be expanded. */
const shownAtFirst: Readonly<Record<AttentionTier, number>> = { now: 6, ended: 3, "30": 5, "90": 3, open: 3 };

const isAlready = (tier: AttentionTier) => tier === "now" || tier === "ended";
/** What is the case already and what comes: beside each other where there is room. */
const sides = [attentionTiers.filter(isAlready), attentionTiers.filter((tier) => !isAlready(tier))];

interface AttentionCardProps {
  readonly rows: readonly FleetRow[];
  readonly query: FleetQuery;
  readonly now: number;
}

/** Card of all problems that need attention, grouped by cause; current problems come first. */
export const AttentionCard = memo(function AttentionCard({ rows, query, now }: AttentionCardProps) {
  const own = useProjectsOfUser();
  const groups = useCollectedRows(
    rows,
    useCallback(() => createAttentionCollector({ now, own }), [now, own]),
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
      {groups?.length === 0 && (
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
  readonly groups: readonly AttentionGroup[];
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
        {shown.map((group) => (
          <Cause key={group.key} group={group} query={query} now={now} actor={actorOf(group, onlookerAt)} />
        ))}
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

interface CauseProps {
  readonly group: AttentionGroup;
  readonly query: FleetQuery;
  readonly now: number;
  /** Name of the party that has to act; undefined if unknown. */
  readonly actor: string | undefined;
}

function actorOf({ turn, rows }: AttentionGroup, onlookerAt: UserRelationLookup): string | undefined {
  if (turn === undefined) return undefined;
  const projects = [...new Set(rows.map(({ project }) => project))];
  return partyLabelOfProjects(projects, (project) => responsiblePartyOf(turn, onlookerAt(project)));
}

function Cause({ group, query, now, actor }: CauseProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { title, detail, hint } = describeAttentionGroup(group, now);
  const { rows, production, tier } = group;
  // Current problems get two lines for their full text; for problems with a date the date is enough.
  const twoLines = tier === "now";
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li>
      <div className={clsx("flex flex-wrap items-center gap-x-3 px-4 hover:bg-hover", twoLines ? "py-2" : "py-1")}>
        <button
          type="button"
          data-cause
          aria-expanded={open}
          aria-controls={id}
          title={hint}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 basis-60 items-start gap-2 rounded-tag text-left"
        >
          <Chevron aria-hidden className="mt-0.5 size-4 shrink-0 text-tertiary" />
          <span className={clsx("min-w-0", !twoLines && "sm:flex sm:flex-1 sm:items-baseline sm:gap-3")}>
            <span
              className={clsx(
                "block text-base break-words text-ink",
                twoLines ? "font-medium" : "sm:min-w-76 min-[120rem]:min-w-110 min-[150rem]:min-w-90",
              )}
            >
              {title}
            </span>
            <span className="block min-w-0 text-sm text-pretty text-secondary">
              {actor !== undefined && <span className="font-medium text-ink">{actor}</span>}
              {actor !== undefined && detail !== "" && " · "}
              {detail}
            </span>
          </span>
        </button>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 pl-6 text-sm tabular-nums sm:max-w-2/5 sm:justify-end">
          {production > 0 && production < rows.length && (
            <Link
              href={clusterListPathOfAttentionGroup(query, group, true)}
              prefetch={false}
              className="inline-flex min-h-6 items-center whitespace-nowrap text-secondary hover:underline"
            >
              {text("{production, number} production", { production })}
            </Link>
          )}
          {rows.length <= namedInRow ? (
            rows.map((row) => (
              <Link
                key={row.uid}
                href={clusterPathForCause(row, group.cause)}
                prefetch={false}
                className="inline-flex min-h-6 min-w-0 items-center break-all text-link hover:underline"
              >
                {row.project}/{row.name}
              </Link>
            ))
          ) : (
            <Link
              href={clusterListPathOfAttentionGroup(query, group)}
              prefetch={false}
              className="inline-flex min-h-6 items-center text-link hover:underline"
            >
              {text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters: rows.length })}
            </Link>
          )}
        </span>
      </div>
      <ul id={id} hidden={!open} className="flex flex-wrap gap-x-4 px-4 pb-2 pl-10 text-sm">
        {open &&
          rows.slice(0, namedAtMost).map((row) => (
            <li key={row.uid}>
              <Link
                href={clusterPathForCause(row, group.cause)}
                prefetch={false}
                className="inline-flex min-h-6 items-center text-link hover:underline"
              >
                {row.project}/{row.name}
              </Link>
              {row.purpose === "production" && (
                <span translate="no" className="text-tertiary">
                  {" "}
                  {row.purpose}
                </span>
              )}
            </li>
          ))}
        {open && rows.length > namedAtMost && (
          <li className="flex min-h-6 items-center text-secondary">
            {text("and {count, number} more", { count: rows.length - namedAtMost })}
          </li>
        )}
      </ul>
    </li>
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

"use client";

import { ChevronDown, ChevronRight, CircleAlert, Clock3, Info, type LucideIcon, OctagonAlert } from "lucide-react";
import Link from "next/link";
import { memo, useId, useMemo, useRef, useState } from "react";
import { useOwnProjects } from "#components/data/session/use-onlooker.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { type Role, solidText } from "#components/ui/role-classes.ts";
import { useShortcut } from "#components/ui/state/use-shortcut.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import {
  type AttentionGroup,
  type AttentionTier,
  attentionGroups,
  attentionTiers,
  listOfGroup,
} from "#lib/view/overview/attention.ts";
import { attentionRule, attentionWords, tierLabels } from "#lib/view/overview/attention-words.ts";
import { countOf, formatNumber } from "#lib/words/count.ts";

const namedAtMost = 8;
/** A fleet has few causes; what is beyond is one press away. */
const shownAtFirst = 12;

const looks: Readonly<Record<AttentionTier, { readonly hue: Role; readonly icon: LucideIcon }>> = {
  now: { hue: "negative", icon: OctagonAlert },
  "30": { hue: "caution", icon: CircleAlert },
  "90": { hue: "caution", icon: Clock3 },
  open: { hue: "neutral", icon: Info },
};

interface AttentionCardProps {
  readonly rows: readonly FleetRow[];
  readonly query: FleetQuery;
  readonly now: number;
}

/** What needs attention, by its cause: each with its clusters, what is so now first. */
export const AttentionCard = memo(function AttentionCard({ rows, query, now }: AttentionCardProps) {
  const own = useOwnProjects();
  const groups = useMemo(() => attentionGroups(rows, { now, own }), [rows, now, own]);
  const [all, setAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const at = useRef(-1);
  useShortcut("n", () => {
    const stops = list.current?.querySelectorAll<HTMLElement>("[data-cause]") ?? [];
    at.current = (at.current + 1) % Math.max(1, stops.length);
    stops[at.current]?.focus();
  });
  const shown = all ? groups : groups.slice(0, shownAtFirst);
  return (
    <Card id="attention" title="Needs attention" aside={<Rule />} flush>
      {groups.length === 0 && <p className="px-4 py-6 text-base text-secondary">Nothing for the next 90 days.</p>}
      <div ref={list}>
        {attentionTiers.map((tier) => {
          const ofTier = shown.filter((group) => group.tier === tier);
          return ofTier.length === 0 ? null : (
            <Tier key={tier} tier={tier}>
              {ofTier.map((group) => (
                <Cause key={group.key} group={group} query={query} now={now} />
              ))}
            </Tier>
          );
        })}
      </div>
      {groups.length > shownAtFirst && (
        <div className="border-t border-hairline px-4 py-2">
          <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `Show the first ${shownAtFirst}` : `Show all ${formatNumber(groups.length)} causes`}
          </Button>
        </div>
      )}
    </Card>
  );
});

function Tier({ tier, children }: { readonly tier: AttentionTier; readonly children: readonly React.ReactNode[] }) {
  const { hue, icon: Icon } = looks[tier];
  return (
    <section aria-labelledby={`tier-${tier}`} className="not-first:border-t not-first:border-hairline">
      <h3
        id={`tier-${tier}`}
        className="flex items-center gap-2 bg-surface px-4 py-1.5 text-sm font-semibold text-secondary"
      >
        <Icon aria-hidden className={`size-4 ${solidText[hue]}`} />
        {tierLabels[tier]}
      </h3>
      <ul className="divide-y divide-hairline">{children}</ul>
    </section>
  );
}

interface CauseProps {
  readonly group: AttentionGroup;
  readonly query: FleetQuery;
  readonly now: number;
}

function Cause({ group, query, now }: CauseProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { title, detail, hint } = attentionWords(group, now);
  const { rows, production } = group;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-3 px-4 py-2 hover:bg-hover">
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
          <span className="min-w-0">
            <span className="block text-base font-medium break-words text-ink">{title}</span>
            <span className="block truncate text-sm text-secondary">{detail}</span>
          </span>
        </button>
        <span className="flex items-center gap-2 pl-6 text-sm whitespace-nowrap tabular-nums">
          {production > 0 && (
            <Link
              href={listOfGroup(query, group, true)}
              prefetch={false}
              className="inline-flex min-h-6 items-center text-secondary hover:underline"
            >
              {formatNumber(production)} production
            </Link>
          )}
          <Link
            href={listOfGroup(query, group)}
            prefetch={false}
            className="inline-flex min-h-6 items-center text-link hover:underline"
          >
            {countOf(rows.length, "cluster")}
          </Link>
        </span>
      </div>
      <ul id={id} hidden={!open} className="flex flex-wrap gap-x-4 px-4 pb-2 pl-10 text-sm">
        {open &&
          rows.slice(0, namedAtMost).map(({ uid, project, name, purpose }) => (
            <li key={uid}>
              <Link
                href={`/clusters/${encodeURIComponent(project)}/${encodeURIComponent(name)}`}
                prefetch={false}
                className="inline-flex min-h-6 items-center text-link hover:underline"
              >
                {project}/{name}
              </Link>
              {purpose === "production" && <span className="text-tertiary"> production</span>}
            </li>
          ))}
        {open && rows.length > namedAtMost && (
          <li className="flex min-h-6 items-center text-secondary">
            and {formatNumber(rows.length - namedAtMost)} more
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
        How is this ordered?
      </Button>
      <ul id={id} hidden={!open} className="w-full list-disc pl-5 text-sm text-secondary">
        {attentionRule.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  );
}

"use client";

import { AlertOctagon, CircleAlert, Clock3, Info, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { memo, useId, useMemo, useRef, useState } from "react";
import { useClock } from "#components/data/address/use-clock.ts";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { type Role, solidText } from "#components/ui/role-classes.ts";
import { useShortcut } from "#components/ui/state/use-shortcut.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { CalendarEvent } from "#lib/view/calendar/calendar-event.ts";
import { entryLine } from "#lib/view/calendar/entry-words.ts";
import { needWords } from "#lib/view/overview/need-words.ts";
import { type NeedOfCluster, needsYou, tierWords } from "#lib/view/overview/needs-you.ts";
import { formatNumber } from "#lib/words/count.ts";
import { formatDate } from "#lib/words/format-time.ts";

const shownAtFirst = 10;

const looks: readonly { readonly hue: Role; readonly icon: LucideIcon; readonly word: string }[] = [
  { hue: "negative", icon: AlertOctagon, word: "Now" },
  { hue: "caution", icon: CircleAlert, word: "Soon" },
  { hue: "info", icon: Clock3, word: "Planned" },
  { hue: "neutral", icon: Info, word: "Later" },
];

interface NeedsYouCardProps {
  readonly rows: readonly FleetRow[];
  readonly now: number;
  /** What comes next when nothing is needed; undefined as long as it is not known. */
  readonly expiries: readonly CalendarEvent[] | undefined;
}

/** One ranked list of what needs somebody, with its rule printed behind it. */
export const NeedsYouCard = memo(function NeedsYouCard({ rows, now, expiries }: NeedsYouCardProps) {
  const needs = useMemo(() => needsYou(rows, now), [rows, now]);
  const [all, setAll] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const at = useRef(-1);
  const shown = all ? needs : needs.slice(0, shownAtFirst);
  useShortcut("n", () => {
    const links = list.current?.querySelectorAll<HTMLElement>("[data-need]") ?? [];
    at.current = (at.current + 1) % Math.max(1, links.length);
    links[at.current]?.focus();
  });
  return (
    <Card id="needs-you" title={`Needs attention (${formatNumber(needs.length)})`} aside={<Rule />} flush>
      {needs.length === 0 ? (
        <p className="px-4 py-6 text-base text-secondary">
          Nothing needs you. {expiries && <NextEvent expiries={expiries} />}
        </p>
      ) : (
        <ol ref={list} className="divide-y divide-hairline">
          {shown.map((each) => (
            <NeedRow key={each.row.uid} need={each} now={now} />
          ))}
        </ol>
      )}
      {needs.length > shownAtFirst && (
        <div className="border-t border-hairline px-4 py-2">
          <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `Show the first ${shownAtFirst}` : `Show all ${formatNumber(needs.length)}`}
          </Button>
        </div>
      )}
    </Card>
  );
});

function NextEvent({ expiries: [first] }: { readonly expiries: readonly CalendarEvent[] }) {
  const clock = useClock();
  if (first === undefined) return "No dated event lies ahead.";
  return `Next dated event: ${entryLine(first)}, on ${formatDate(first.at, clock)}.`;
}

function NeedRow({ need, now }: { readonly need: NeedOfCluster; readonly now: number }) {
  const clock = useClock();
  const { row, tier, others } = need;
  const { what, when, action } = needWords(need, { clock, now });
  const { hue, icon: Icon, word } = looks[tier] ?? looks[3] ?? { hue: "neutral", icon: Info, word: "Later" };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 hover:bg-hover">
      <Icon aria-hidden className={`size-4 shrink-0 ${solidText[hue]}`} />
      <span className="sr-only">{word}: </span>
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-baseline gap-x-2 text-base">
          <Link
            href={`/clusters/${encodeURIComponent(row.project)}/${encodeURIComponent(row.name)}`}
            prefetch={false}
            data-need
            className="font-medium text-ink hover:underline"
          >
            {row.project}/{row.name}
          </Link>
          {row.purpose !== undefined && <span className="text-sm text-tertiary">{row.purpose}</span>}
        </p>
        <p className="text-sm text-pretty text-secondary">
          {what}
          {others > 0 && <span className="text-tertiary"> and {others} more</span>}
        </p>
      </div>
      <span className="text-sm text-secondary tabular-nums">{when}</span>
      <Link href={action.path} prefetch={false} className={buttonVariants({ size: "sm" })}>
        {action.label}
        <span className="sr-only">
          {" "}
          of {row.project}/{row.name}
        </span>
      </Link>
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
      <ol id={id} hidden={!open} className="w-full list-decimal pl-5 text-sm text-secondary">
        {tierWords.map((words) => (
          <li key={words}>{words}</li>
        ))}
        <li className="list-none pt-1">
          Within each: by date, production first, then by name. A cluster stands here once.
        </li>
      </ol>
    </div>
  );
}

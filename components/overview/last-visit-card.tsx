import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { CircleAlert, CircleCheck, Info, type LucideIcon, OctagonAlert } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { getLastVisit, lastVisitKey, postLastVisit } from "#components/data/queries/last-visit-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { type Hue, hueSolidTextClasses } from "#components/ui/hue-classes.ts";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import type { ComparedLastVisit, LastVisitEntry } from "#lib/contract/last-visit.ts";
import { text } from "#lib/language/text.ts";
import {
  addressOfVisitEntry,
  describeLastVisitChange,
  formatComparisonTime,
  type LastVisitChangeTone,
  lastVisitSubjectLabel,
} from "#lib/last-visit/last-visit-descriptions.ts";

const shownAtFirst = 2;
const unseen = (words: ReactNode) => <span className="sr-only">{words}</span>;

const looks: Readonly<Record<LastVisitChangeTone, { readonly hue: Hue; readonly icon: LucideIcon }>> = {
  bad: { hue: "negative", icon: OctagonAlert },
  watch: { hue: "caution", icon: CircleAlert },
  good: { hue: "positive", icon: CircleCheck },
  plain: { hue: "neutral", icon: Info },
};

/** Card of what has changed since the user's last visit, and why. */
export function LastVisitCard({ now }: { readonly now: number }) {
  const clock = useDisplayClock();
  const id = useId();
  const { since, seen } = useSince();
  const [all, setAll] = useState(false);
  const { data } = since;
  const compared = data?.state === "compared" ? data : undefined;
  const rest = (compared?.lines.length ?? 0) - shownAtFirst;
  return (
    <section
      aria-labelledby="since-title"
      id="since"
      className="shrink-0 rounded-card border border-hairline bg-canvas"
    >
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-hairline px-4 py-1.5">
        <h2 id="since-title" className="text-base font-semibold">
          {text("Since you last looked")}
          {compared && (
            <span className="font-normal text-secondary">, {formatComparisonTime(compared.since, clock)}</span>
          )}
        </h2>
        <span className="flex flex-wrap gap-1">
          {rest > 0 && (
            <Button variant="ghost" size="sm" aria-expanded={all} aria-controls={id} onClick={() => setAll(!all)}>
              {all
                ? richText("Show fewer<unseen> changes</unseen>", { unseen })
                : richText("Show {rest, number} more<unseen> changes</unseen>", { rest, unseen })}
            </Button>
          )}
          {compared && compared.lines.length > 0 && (
            <Button
              size="sm"
              variant="ghost"
              disabledReason={seen.isPending ? text("Being marked.") : undefined}
              onClick={() => seen.mutate(compared.mark)}
            >
              {text("I have seen this")}
            </Button>
          )}
        </span>
      </header>
      <p aria-live="polite" className="sr-only">
        {seen.isSuccess &&
          seen.data.state === "compared" &&
          !seen.data.changed &&
          text("Only later changes are listed now.")}
      </p>
      {seen.error ? (
        <ChangeText>
          {text("It was not marked as seen. {detail}", { detail: requestErrorOf(seen.error).detail ?? "" })}
        </ChangeText>
      ) : data === undefined && since.error ? (
        <ChangeText>
          {text("What changed could not be read. {detail}", { detail: requestErrorOf(since.error).detail ?? "" })}
        </ChangeText>
      ) : data === undefined ? (
        <div aria-hidden className="flex flex-col gap-3 px-4 py-3">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      ) : data.state === "unavailable" ? (
        <ChangeText>{text("What you saw is not remembered. {detail}", { detail: data.detail })}</ChangeText>
      ) : data.state === "first" ? (
        <ChangeText>{text("Your first visit: listed from the next on.")}</ChangeText>
      ) : (
        <Changes id={id} compared={data} all={all} now={now} />
      )}
    </section>
  );
}

function ChangeText({ children }: { readonly children: ReactNode }) {
  return <p className="px-4 py-3 text-base text-pretty text-secondary">{children}</p>;
}

interface ChangesProps {
  readonly id: string;
  readonly compared: ComparedLastVisit;
  readonly all: boolean;
  readonly now: number;
}

function Changes({ id, compared: { lines, more, numbersOf, changed }, all, now }: ChangesProps) {
  const isWhole = all || lines.length <= shownAtFirst;
  return (
    <>
      {changed && (
        <p role="status" className="border-b border-hairline bg-info-tint px-4 py-2 text-sm text-info-text">
          {text("Something else changed meanwhile. Look again, then mark it as seen.")}
        </p>
      )}
      {numbersOf !== undefined && (
        <p className="px-4 pt-2 text-sm text-secondary">
          {text(
            "Only numbers are compared: of {clusters, plural, one {# cluster} other {# clusters}}, Almanac does not remember each.",
            { clusters: numbersOf },
          )}
        </p>
      )}
      {lines.length === 0 ? (
        <ChangeText>
          {numbersOf === undefined ? text("Nothing that matters has changed.") : text("The numbers are as they were.")}
        </ChangeText>
      ) : (
        <ul id={id} aria-label={text("Changes")} className="divide-y divide-hairline">
          {(all ? lines : lines.slice(0, shownAtFirst)).map((line) => (
            <Change key={line.key} line={line} now={now} />
          ))}
        </ul>
      )}
      {more > 0 && isWhole && (
        <p className="border-t border-hairline px-4 py-2 text-sm text-secondary">
          {text("{more, plural, one {# further change} other {# further changes}} not listed", { more })}
        </p>
      )}
    </>
  );
}

function Change({ line, now }: { readonly line: LastVisitEntry; readonly now: number }) {
  const clock = useDisplayClock();
  const { what, detail, tone } = describeLastVisitChange(line, { now, clock });
  const { hue, icon: Icon } = looks[tone];
  const href = addressOfVisitEntry(line);
  const names = line.named.map(({ project, name }) => `${project}/${name}`);
  const unnamed = line.clusters - names.length;
  const named = names.join(", ");
  const all = unnamed > 0 ? text("{named} and {unnamed, number} more", { named, unnamed }) : named;
  const who = lastVisitSubjectLabel(line);
  return (
    <li className="flex flex-wrap items-center gap-x-3 px-4 py-1 sm:min-h-8">
      <span className="flex min-w-0 flex-1 basis-60 items-start gap-2">
        <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", hueSolidTextClasses[hue])} />
        <span className="min-w-0 text-base text-pretty break-words text-ink">
          {what}
          {detail !== "" && <span className="text-sm text-secondary"> · {detail}</span>}
        </span>
      </span>
      {href === undefined ? (
        <span className="pl-6 text-sm break-words text-secondary">
          {names.length === 0
            ? text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters: line.clusters })
            : all}
        </span>
      ) : (
        <Link
          href={href}
          prefetch={false}
          title={names.length > 1 ? all : undefined}
          className="inline-flex min-h-6 items-center pl-6 text-sm break-all text-link hover:underline"
        >
          {who}
          <span className="sr-only">: {what}</span>
        </Link>
      )}
    </li>
  );
}

const askEveryMs = 60_000;
/** Interval in ms in which the page reports that the user is still active. */
const lookEveryMs = 5 * 60_000;
const signs = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"] as const;
const passively = { capture: true, passive: true } as const;

/**
 * Reads the changes since the user's last visit, once the page is idle. The same request reports the current visit, and
 * is repeated while the user is active. Hidden tabs report nothing.
 */
function useSince() {
  const idle = useIdle();
  const client = useQueryClient();
  const readOnly = useReadOnlyReason() !== undefined;
  const told = useRef(0);
  const moved = useRef(true);
  const since = useQuery({
    queryKey: lastVisitKey,
    queryFn: ({ signal }) => {
      const isSeen = document.visibilityState === "visible";
      const isDue = moved.current && Date.now() - told.current >= lookEveryMs;
      if (readOnly || !isSeen || !isDue) return getLastVisit(signal);
      moved.current = false;
      told.current = Date.now();
      return postLastVisit({ kind: "look" });
    },
    enabled: idle,
    staleTime: askEveryMs / 2,
    refetchInterval: askEveryMs,
    refetchOnWindowFocus: true,
  });
  useEffect(() => {
    const move = () => {
      moved.current = true;
    };
    for (const sign of signs) window.addEventListener(sign, move, passively);
    return () => {
      for (const sign of signs) window.removeEventListener(sign, move, passively);
    };
  }, []);
  const seen = useMutation({
    mutationFn: (mark: string) => postLastVisit({ kind: "seen", mark }),
    onSuccess: (answer) => client.setQueryData(lastVisitKey, answer),
  });
  return { since, seen };
}

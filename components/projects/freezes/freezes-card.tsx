import { useQuery } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { useErrorToast } from "#components/data/calls/use-error-toast.ts";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { freezesQuery } from "#components/data/queries/freeze-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { Tag } from "#components/ui/tag.tsx";
import type { Freeze, Freezes } from "#lib/contract/freeze/freezes.ts";
import { text } from "#lib/language/text.ts";
import { type FreezePeriod, freezePeriodsOf } from "#lib/policy/freeze/freeze-period.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import {
  freezeLimitDescription,
  freezeSpanLabel,
  unreadFreezesDescriptions,
} from "#lib/words/freeze/freeze-descriptions.ts";
import { FreezeForm } from "./freeze-form.tsx";
import { useFreezeChange } from "./use-freeze-change.ts";

/** Card with the freeze periods of a project, in which they are also written. */
export function FreezesCard({ project }: { readonly project: string }) {
  const freezes = useQuery(freezesQuery(project));
  const { data } = freezes;
  const whyNot = useWhyNot(project, data);
  return (
    <Card
      id="freezes"
      title={text("Freezes")}
      aside={data && <NewFreezeButton project={project} whyNot={whyNot} />}
      flush
    >
      {data !== undefined ? (
        <FreezeList project={project} freezes={data} whyNot={whyNot} />
      ) : freezes.isError ? (
        <div className="p-4">
          <ReadFailureNotice title={text("The freezes could not be read")} of={freezes} />
        </div>
      ) : (
        <Skeleton className="m-4 h-12" />
      )}
    </Card>
  );
}

interface FreezeListProps {
  readonly project: string;
  readonly freezes: Freezes;
  readonly whyNot: string | undefined;
}

/** A freeze whose dialog is open, and the button that opened it. */
interface EditedFreeze {
  readonly freeze: Freeze;
  readonly opener: RefObject<HTMLElement | null>;
}

function FreezeList({ project, freezes, whyNot }: FreezeListProps) {
  const clock = useDisplayClock();
  const now = useNow(60_000);
  const [editing, setEditing] = useState<EditedFreeze>();
  const listed = freezes.projects.flatMap((each) => each.freezes);
  const dated = listed
    .flatMap((freeze) => freezePeriodsOf([freeze]).map((period) => ({ freeze, period })))
    .sort((a, b) => a.period.fromAt - b.period.fromAt);
  const unread = unreadFreezesDescriptions(freezes);
  return (
    <>
      <p className="max-w-3xl px-4 pt-3.5 pb-2 text-base text-pretty text-secondary">
        {text("Times in which this project wants no changes. Almanac warns of updates that meet them.")}{" "}
        {text(freezeLimitDescription)}
      </p>
      {unread.length > 0 && <p className="px-4 pb-2 text-base text-caution-text">{unread.join(" ")}</p>}
      {dated.length === 0 && unread.length === 0 && (
        <p className="px-4 pb-3.5 text-base text-secondary">{text("No freeze is planned.")}</p>
      )}
      {dated.length > 0 && (
        <ul aria-label={text("Freezes")} className="divide-y divide-hairline border-t border-hairline">
          {dated.map(({ freeze, period }) => (
            <li key={freeze.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
              <FreezeFacts freeze={freeze} period={period} clock={clock} now={now} />
              <FreezeActs project={project} freeze={freeze} whyNot={whyNot} onEdit={setEditing} />
            </li>
          ))}
        </ul>
      )}
      {/* Not in its row, which goes when somebody else deletes the freeze; the dialog then says so. */}
      {editing && <FreezeForm project={project} {...editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

interface FreezeFactsProps {
  readonly freeze: Freeze;
  readonly period: FreezePeriod;
  readonly clock: DisplayClock;
  readonly now: number;
}

function FreezeFacts({ freeze: { name, by }, period, clock, now }: FreezeFactsProps) {
  const { fromAt, untilAt } = period;
  return (
    <div className="min-w-0 grow basis-60">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-base font-medium break-words">{name}</span>
        {fromAt <= now && now < untilAt && <Tag hue="caution">{text("now")}</Tag>}
        {untilAt <= now && <Tag hue="neutral">{text("over")}</Tag>}
      </p>
      <p className="text-base text-pretty text-secondary">{freezeSpanLabel(period, clock)}</p>
      <p className="text-sm break-words text-tertiary">{text("By {by}", { by })}</p>
    </div>
  );
}

function NewFreezeButton({ project, whyNot }: Pick<FreezeListProps, "project" | "whyNot">) {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button ref={opener} size="sm" disabledReason={whyNot} onClick={() => setIsOpen(true)}>
        {text("New freeze…")}
      </Button>
      {isOpen && <FreezeForm project={project} opener={opener} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface FreezeActsProps extends Pick<FreezeListProps, "project" | "whyNot"> {
  readonly freeze: Freeze;
  readonly onEdit: (edited: EditedFreeze) => void;
}

function FreezeActs({ project, freeze, whyNot, onEdit }: FreezeActsProps) {
  const { id, name, at } = freeze;
  const opener = useRef<HTMLButtonElement>(null);
  const changing = useFreezeChange();
  const toast = useToast();
  const showError = useErrorToast();
  const ofThis = <span className="sr-only"> {name}</span>;
  const remove = () =>
    changing.mutate(
      { kind: "delete", project, id, seen: at },
      {
        onSuccess: () =>
          toast({ kind: "success", id: `freeze-${id}`, title: text("The freeze {name} was deleted", { name }) }),
        onError: showError(`freeze-${id}`, text("The freeze was not deleted")),
      },
    );
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={opener} size="sm" disabledReason={whyNot} onClick={() => onEdit({ freeze, opener })}>
        {text("Edit…")}
        {ofThis}
      </Button>
      <Button
        size="sm"
        disabledReason={whyNot ?? (changing.isPending ? text("Being deleted.") : undefined)}
        onClick={remove}
      >
        {text("Delete")}
        {ofThis}
      </Button>
    </div>
  );
}

/** Returns why the user cannot change the freeze periods of a project now; undefined if possible. */
function useWhyNot(project: string, freezes: Freezes | undefined): string | undefined {
  const readOnly = useReadOnlyReason();
  if (readOnly !== undefined) return readOnly;
  if (freezes?.mayWrite === false) {
    return text("You cannot change freezes of {project}: that takes the right to create ConfigMaps there.", {
      project,
    });
  }
  return freezes?.projects.find(({ unavailable }) => unavailable !== undefined)?.unavailable;
}

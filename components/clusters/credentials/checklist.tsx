"use client";

import { CircleCheck, CircleDashed, X } from "lucide-react";
import { useId, useState } from "react";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { TextField } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { WhyDetails } from "#components/ui/why-details.tsx";
import { type ChecklistChangeRequest, checklistLimits } from "#lib/contract/checklist.ts";
import { text } from "#lib/language/text.ts";
import type { ChecklistRow, ChecklistView } from "#lib/view/checklist/checklist-view-of.ts";
import type { ChecklistState } from "./use-checklist.ts";

interface ChecklistProps {
  readonly use: ChecklistState;
  readonly view: ChecklistView | undefined;
}

/** Checklist of a rotation: tasks that users must do outside Gardener, and who has done them. Gardener ignores it. */
export function RotationChecklist({ use, view }: ChecklistProps) {
  if (use.error && !view) {
    return <ReadFailureNotice title={text("The checklist could not be read")} of={use} />;
  }
  if (!view) return <Skeleton className="h-64 rounded-card" />;
  return (
    <section aria-labelledby="checklist-title" id="checklist" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h4 id="checklist-title" className="font-semibold text-ink">
          {text("Before you complete it")}
        </h4>
        <p role="status" className="text-sm tabular-nums">
          {doneLabel(view)}
        </p>
      </div>
      <WhereKept use={use} />
      {use.fault !== undefined && (
        <Notice hue="negative" title={text("The change was not saved")} live>
          {use.fault}
        </Notice>
      )}
      <ul aria-label={text("Checklist")} className="divide-y divide-hairline border-y border-hairline">
        {view.rows.map((row) => (
          <ChecklistRowItem key={row.id} row={row} use={use} />
        ))}
      </ul>
      <NotApplicable use={use} view={view} />
      <LineForm
        label={text("Your own item, such as a team to inform")}
        most={checklistLimits.rowText}
        keep={text("Add row")}
        empty={text("Enter what has to be done.")}
        onKeep={(row) => use.change({ kind: "add-row", text: row })}
      />
    </section>
  );
}

function doneLabel({ done, total, reasoned }: ChecklistView): string {
  return reasoned > 0
    ? text("{done} of {total} done, {reasoned} left with a reason", { done, total, reasoned })
    : text("{done} of {total} done", { done, total });
}

/** Form that marks every open item as not applicable for one reason, such as no external clients of the cluster. */
function NotApplicable({ use, view: { rows } }: { readonly use: ChecklistState; readonly view: ChecklistView }) {
  const open = rows.filter(({ state }) => state === "open");
  if (open.length < 2) return null;
  const change = ({ id, rotation }: ChecklistView["rows"][number]): ChecklistChangeRequest => {
    return { kind: "tick", item: id, rotation, reason: text("Not applicable to us") };
  };
  return (
    <div>
      <Button
        size="sm"
        disabledReason={use.busy ? text("The last change is being kept.") : undefined}
        onClick={() => use.change(...open.map(change))}
      >
        {text("Mark the {count} open items as not applicable to us", { count: open.length })}
      </Button>
    </div>
  );
}

function WhereKept({ use: { keptIn, keptName, unread } }: Pick<ChecklistProps, "use">) {
  if (unread === "unknown-form") {
    return (
      <Notice hue="caution" title={text("The saved checklist cannot be read")}>
        {text("The ConfigMap {keptName} has another format. Almanac does not overwrite it.", {
          keptName: keptName ?? "",
        })}
      </Notice>
    );
  }
  if (keptIn === "browser") {
    return (
      <Notice hue="caution" title={text("Your ticks stay in this browser")}>
        {text("You cannot write ConfigMaps in this project, or Almanac is read-only. Nobody else sees these ticks.")}
      </Notice>
    );
  }
  return (
    <div className="text-sm text-tertiary">
      <p>{text("This list is for you; Gardener does not require it.")}</p>
      <WhyDetails about={text("the ticks")} label={text("Where is it saved?")}>
        {richText("In the ConfigMap <name></name> of the project, with name and time for each tick.", {
          name: () => <span translate="no">{keptName}</span>,
        })}
      </WhyDetails>
    </div>
  );
}

interface LineFormProps {
  readonly label: string;
  readonly most: number;
  readonly keep: string;
  /** Why the submit button is disabled while the field is empty. */
  readonly empty: string;
  readonly onKeep: (line: string) => void;
  readonly onCancel?: () => void;
}

/** Form with a single text field that adds an item or a reason. */
function LineForm({ label, most, keep, empty, onKeep, onCancel }: LineFormProps) {
  const [line, setLine] = useState("");
  const trimmed = line.trim();
  const size = onCancel ? "sm" : "md";
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed === "") return;
        onKeep(trimmed);
        setLine("");
      }}
    >
      <div className="min-w-0 flex-1 basis-48">
        <TextField label={label} value={line} maxLength={most} onText={setLine} />
      </div>
      <Button type="submit" size={size} disabledReason={trimmed === "" ? empty : undefined}>
        {keep}
      </Button>
      {onCancel && (
        <Button variant="ghost" size={size} onClick={onCancel}>
          {text("Cancel")}
        </Button>
      )}
    </form>
  );
}

interface ChecklistRowProps {
  readonly row: ChecklistRow;
  readonly use: ChecklistState;
}

/** One checklist item: a tick with name and time, a reason, or the state that the cluster reports. */
function ChecklistRowItem({ row, use: { busy, change } }: ChecklistRowProps) {
  const { id, rotation, title, how, state, tick, own } = row;
  const label = useId();
  const [explaining, setExplaining] = useState(false);
  const automatic = state === "checked" || state === "not-yet";
  const Mark = state === "checked" ? CircleCheck : CircleDashed;
  const toggle = (on: boolean) => {
    if (on) change({ kind: "tick", item: id, rotation });
    else if (tick) change({ kind: "untick", item: id, rotation, seen: tick.at });
  };
  return (
    <li id={`checklist-${id}`} className="flex items-start gap-3 py-2 text-sm">
      <span className="mt-0.5">
        {automatic ? (
          <>
            <Mark aria-hidden className={state === "checked" ? "size-4 text-positive-solid" : "size-4 text-tertiary"} />
            <span className="sr-only">{state === "checked" ? text("Checked:") : text("Not yet:")}</span>
          </>
        ) : (
          <Checkbox
            checked={state === "ticked"}
            disabled={busy}
            onCheckedChange={(on) => toggle(on === true)}
            aria-labelledby={label}
          />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <p id={label} className="text-pretty text-ink">
          {title}
        </p>
        <p className="text-xs text-pretty text-tertiary">{how}</p>
        {tick && (
          <p className="mt-0.5 text-xs break-words text-secondary">
            {tick.reason === undefined ? text("Ticked") : text("Left open: {reason}", { reason: tick.reason })} ·{" "}
            {tick.by} · <TimestampText at={tick.at} form="relative" />
          </p>
        )}
        {explaining && (
          <div className="mt-2">
            <LineForm
              label={text("Why it stays open")}
              most={checklistLimits.reason}
              keep={text("Keep reason")}
              empty={text("A reason is needed.")}
              onKeep={(reason) => {
                change({ kind: "tick", item: id, rotation, reason });
                setExplaining(false);
              }}
              onCancel={() => setExplaining(false)}
            />
          </div>
        )}
      </div>
      {state === "open" && !explaining && (
        <Button
          variant="ghost"
          size="xs"
          onClick={() => setExplaining(true)}
          aria-label={text("Leave open with a reason: {title}", { title })}
        >
          {text("Leave open…")}
        </Button>
      )}
      {state === "reasoned" && (
        <Button
          variant="ghost"
          size="xs"
          onClick={() => toggle(false)}
          aria-label={text("Take back the reason: {title}", { title })}
        >
          {text("Take back")}
        </Button>
      )}
      {own && (
        <Button
          variant="ghost"
          size="iconSm"
          aria-label={text("Remove the row {title}", { title })}
          onClick={() => change({ kind: "remove-row", row: id })}
        >
          <X aria-hidden />
        </Button>
      )}
    </li>
  );
}

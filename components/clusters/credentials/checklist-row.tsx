"use client";

import { CircleCheck, CircleDashed, X } from "lucide-react";
import { useId, useState } from "react";
import { Instant } from "#components/data/fleet-parts/instant.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { TextField } from "#components/ui/form/field.tsx";
import { type ChecklistChange, checklistLimits } from "#lib/contract/checklist.ts";
import { text } from "#lib/language/text.ts";
import type { ChecklistRow } from "#lib/view/checklist/checklist-view.ts";

interface ChecklistRowProps {
  readonly row: ChecklistRow;
  readonly busy: boolean;
  readonly onChange: (change: ChecklistChange) => void;
}

/** One item: a tick with name and time, or a written reason, or what the cluster itself says. */
export function ChecklistRowItem({ row, busy, onChange }: ChecklistRowProps) {
  const { id, rotation, title, how, state, tick, own } = row;
  const label = useId();
  const [explaining, setExplaining] = useState(false);
  const automatic = state === "checked" || state === "not-yet";
  const toggle = (on: boolean) => {
    if (on) onChange({ kind: "tick", item: id, rotation });
    else if (tick) onChange({ kind: "untick", item: id, rotation, seen: tick.at });
  };
  return (
    <li id={`checklist-${id}`} className="flex items-start gap-3 py-2 text-sm">
      <span className="mt-0.5">
        {automatic ? (
          <AutomaticMark done={state === "checked"} />
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
            {tick.by} · <Instant at={tick.at} form="relative" />
          </p>
        )}
        {explaining && (
          <ReasonForm
            onCancel={() => setExplaining(false)}
            onReason={(reason) => {
              onChange({ kind: "tick", item: id, rotation, reason });
              setExplaining(false);
            }}
          />
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
          onClick={() => onChange({ kind: "remove-row", row: id })}
        >
          <X aria-hidden />
        </Button>
      )}
    </li>
  );
}

function AutomaticMark({ done }: { readonly done: boolean }) {
  return done ? (
    <>
      <CircleCheck aria-hidden className="size-4 text-positive-solid" />
      <span className="sr-only">{text("Checked:")}</span>
    </>
  ) : (
    <>
      <CircleDashed aria-hidden className="size-4 text-tertiary" />
      <span className="sr-only">{text("Not yet:")}</span>
    </>
  );
}

interface ReasonFormProps {
  readonly onReason: (reason: string) => void;
  readonly onCancel: () => void;
}

function ReasonForm({ onReason, onCancel }: ReasonFormProps) {
  const [reason, setReason] = useState("");
  const trimmed = reason.trim();
  return (
    <form
      className="mt-2 flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed !== "") onReason(trimmed);
      }}
    >
      <div className="min-w-0 flex-1 basis-48">
        <TextField
          label={text("Why it stays open")}
          value={reason}
          maxLength={checklistLimits.reason}
          onText={setReason}
        />
      </div>
      <Button type="submit" size="sm" disabledReason={trimmed === "" ? text("A reason is needed.") : undefined}>
        {text("Keep reason")}
      </Button>
      <Button variant="ghost" size="sm" onClick={onCancel}>
        {text("Cancel")}
      </Button>
    </form>
  );
}

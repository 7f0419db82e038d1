import { type RefObject, useState } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { NamedItemDialogForm } from "#components/data/fleet-parts/named-item-dialog-form.tsx";
import { TextField } from "#components/ui/form/field.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { type Freeze, freezeLimits } from "#lib/contract/freeze/freezes.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { findFreezeTimeError } from "#lib/policy/freeze/freeze-period.ts";
import { clockNameOf, fieldTimeOf, instantOfFieldTime } from "#lib/view/freeze/field-times.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { freezeLimitDescription, freezeTimeErrorDescriptions } from "#lib/words/freeze/freeze-descriptions.ts";
import { useFreezeChange } from "./use-freeze-change.ts";

interface FreezeFormProps {
  readonly project: string;
  /** Period to change; absent for a new one. */
  readonly freeze?: Freeze;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Dialog that writes a freeze period: its name, and from when until when. */
export function FreezeForm({ project, freeze: given, opener, onClose }: FreezeFormProps) {
  // The period as it was opened: after a conflict a newer one is read, which a second Save must not write over unseen.
  const [freeze] = useState(given);
  // The clock of the fields stays the same while they are filled in.
  const [clock] = useState(useDisplayClock());
  const [name, setName] = useState(freeze?.name ?? "");
  const from = useTimeField(freeze?.from, clock);
  const until = useTimeField(freeze?.until, clock);
  const changing = useFreezeChange();
  const toast = useToast();
  const isComplete = from.written !== undefined && until.written !== undefined;
  const times = { from: from.written ?? "", until: until.written ?? "" };
  const error = isComplete ? findFreezeTimeError(times) : undefined;
  const errorAt = (field: "from" | "until") =>
    error?.field === field ? text(freezeTimeErrorDescriptions[error.code]) : undefined;
  const save = () => {
    const contents = { project, name, ...times };
    const change =
      freeze === undefined
        ? ({ kind: "save", ...contents } as const)
        : ({ kind: "change", id: freeze.id, seen: freeze.at, ...contents } as const);
    changing.mutate(change, {
      onSuccess: () => {
        toast({ kind: "success", id: "freeze-saved", title: text("The freeze {name} was saved", { name }) });
        onClose();
      },
    });
  };
  const zone = clockNameOf(clock);
  return (
    <NamedItemDialogForm
      title={freeze === undefined ? text("New freeze") : text("Edit freeze")}
      opener={opener}
      onClose={onClose}
      name={name}
      maxLength={freezeLimits.name}
      onName={setName}
      missing={
        !isComplete
          ? text("Enter both times.")
          : error !== undefined
            ? text(freezeTimeErrorDescriptions[error.code])
            : changing.isPending
              ? text("Being saved.")
              : undefined
      }
      submit={text("Save")}
      onSubmit={save}
      refused={text("The freeze was not saved")}
      error={changing.error}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          type="datetime-local"
          label={text("From ({zone})", { zone })}
          required
          value={from.value}
          error={errorAt("from")}
          onText={from.onText}
        />
        <TextField
          type="datetime-local"
          label={text("Until ({zone})", { zone })}
          required
          value={until.value}
          error={errorAt("until")}
          onText={until.onText}
        />
      </div>
      <p className="text-sm text-pretty text-secondary">{text(freezeLimitDescription)}</p>
    </NamedItemDialogForm>
  );
}

/** State of a field for a time. One that the user does not touch keeps the time as it was written, to the second. */
function useTimeField(written: string | undefined, clock: DisplayClock) {
  const [first] = useState(() => {
    const at = parseInstant(written);
    return at === undefined ? "" : fieldTimeOf(at, clock);
  });
  const [value, onText] = useState(first);
  const chosen = instantOfFieldTime(value, clock);
  const changed = chosen === undefined ? undefined : formatInstant(chosen);
  return { value, onText, written: value === first ? written : changed };
}

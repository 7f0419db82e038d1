"use client";

import { ActButton } from "#components/act/act-button.tsx";
import { useTimeZone } from "#components/data/address/use-clock.ts";
import { Card } from "#components/ui/card.tsx";
import { SelectField, TextField } from "#components/ui/form/field.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { text } from "#lib/language/text.ts";
import { maintenanceWindowAct } from "#lib/view/maintenance/maintenance-acts.ts";
import {
  describeWindowError,
  describeWindowShape,
  formatWindowForm,
  parseWindowOffset,
  sameWindow,
  validateWindowForm,
  type WindowForm,
  windowFormOf,
  windowFormSchema,
  windowOffsetChoices,
} from "#lib/view/maintenance/window-form.ts";
import { windowClocks } from "#lib/view/upcoming-versions/window-clocks.ts";
import { formatOffset, wallClockTimeOf } from "#lib/words/clock.ts";
import { findSpecChangeBlocker } from "../cluster-blockers.ts";
import type { Cluster } from "../use-cluster.ts";
import { DraftBar, useDraft } from "./draft-bar.tsx";

/** Form for the maintenance window: begin and end at a fixed UTC offset, also shown in three time zones. */
export function MaintenanceWindowEditor({ cluster }: { readonly cluster: Cluster }) {
  const written = cluster.shoot.spec.maintenance?.timeWindow;
  const observed = windowFormOf(written);
  const { uid } = cluster.row;
  const draft = useDraft({ what: "window", uid, schema: windowFormSchema, observed, same: sameWindow });
  const form = draft.value;
  const judged = validateWindowForm(form);
  const unwritten = !written || !validateWindowForm(observed).ok;
  const fault = judged.ok ? undefined : describeWindowError(judged.error);
  const idle = draft.changed || unwritten ? undefined : text("No changes yet.");
  return (
    <Card id="window" title={text("Maintenance window")}>
      {unwritten && (
        <p className="mb-3 text-sm text-pretty text-secondary">
          {written
            ? text('What is written, "{begin}" to "{end}", is not a valid window.', {
                begin: written.begin,
                end: written.end,
              })
            : text("No window is set. Gardener can maintain the cluster at any time of the day.")}
        </p>
      )}
      <WindowFields form={form} onEdit={draft.edit} fault={fault} />
      <p className="mt-3 text-sm text-pretty text-secondary" aria-live="polite">
        {judged.ok ? describeWindowShape(form, judged.value) : ""}
      </p>
      {judged.ok && (draft.changed || unwritten) && <Clocks form={form} />}
      <DraftBar
        draft={draft}
        overtakenTitle={text("The window was changed meanwhile")}
        now={text("It is now {begin} to {end} {offset}.", {
          begin: observed.begin,
          end: observed.end,
          offset: observed.offset,
        })}
      >
        <ActButton
          cluster={cluster.row}
          act={() => (judged.ok ? maintenanceWindowAct(form) : undefined)}
          label={text("Change window")}
          title={text("Change maintenance window")}
          variant={draft.changed ? "primary" : "secondary"}
          disabledReason={findSpecChangeBlocker(cluster) ?? fault ?? idle}
        />
      </DraftBar>
    </Card>
  );
}

interface WindowFieldsProps {
  readonly form: WindowForm;
  readonly onEdit: (form: WindowForm) => void;
  readonly fault: string | undefined;
}

function WindowFields({ form, onEdit, fault }: WindowFieldsProps) {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  const mine = now > 0 ? wallClockTimeOf(now, { kind: "zone", timeZone })?.offset : undefined;
  const seconds = [form.begin, form.end].some((clock) => clock.length > "HH:MM".length);
  const time = { type: "time", ...(seconds && { step: 1 }) } as const;
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <TextField {...time} label={text("Begin")} value={form.begin} onText={(begin) => onEdit({ ...form, begin })} />
      <TextField
        {...time}
        label={text("End")}
        value={form.end}
        onText={(end) => onEdit({ ...form, end })}
        error={fault}
      />
      <SelectField
        label={text("Offset from UTC, fixed")}
        value={form.offset}
        options={windowOffsetChoices(form.offset).map((offset) => [offset, offsetLabel(offset)])}
        onText={(offset) => onEdit({ ...form, offset })}
        hint={mine && text("Your clock is at {mine} today.", { mine })}
      />
    </div>
  );
}

function offsetLabel(offset: string): string {
  const minutes = parseWindowOffset(offset);
  return minutes === undefined ? offset : formatOffset(minutes);
}

/** The edited maintenance window on its next day, in three time zones. */
function Clocks({ form }: { readonly form: WindowForm }) {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  const window = now > 0 ? nextWindowOfRow(formatWindowForm(form), now) : undefined;
  if (!window) return null;
  const { own, utc, mine, note } = windowClocks(window, timeZone, now);
  return (
    <>
      <h3 className="mt-3 text-sm font-semibold">{text("Next, as typed")}</h3>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-tertiary">{text("Cluster, {offset}", { offset: formatOffset(window.offsetMinutes) })}</dt>
        <dd className="font-medium">{own}</dd>
        <dt className="text-tertiary">{text("You, {timeZone}", { timeZone })}</dt>
        <dd>{mine}</dd>
        <dt className="text-tertiary">{text("UTC")}</dt>
        <dd>{utc}</dd>
      </dl>
      <p className="mt-2 text-sm text-pretty text-tertiary">{note}</p>
    </>
  );
}

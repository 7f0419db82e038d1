import { useId } from "react";
import { useTimeZone } from "#components/data/address/use-clock.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { SelectField, TextField } from "#components/ui/form/field.tsx";
import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { isHibernationPreset, presetSchedules } from "#lib/create/hibernation-preset.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import {
  describeWindowError,
  describeWindowShape,
  formatWindowForm,
  validateWindowForm,
  type WindowForm,
  windowFormOf,
  windowOffsetChoices,
} from "#lib/view/maintenance/window-form.ts";
import type { DraftFields } from "./draft-fields.ts";

interface TimeCardProps {
  readonly fields: DraftFields;
  readonly windows: NewClusterChoices["windows"];
}

const maintenance = ["spec", "maintenance"] as const;

/** Card for the maintenance window, automatic updates and hibernation of a new cluster. */
export function TimeCard({ fields, windows }: TimeCardProps) {
  return (
    <Card id="time" title={text("Time")}>
      <div className="flex flex-col gap-4">
        <WindowFields fields={fields} windows={windows} />
        <AutomaticUpdates {...fields} />
        {fields.pools.length > 0 && <HibernationField {...fields} />}
      </div>
    </Card>
  );
}

function WindowFields({ fields: { shoot, set, errorAt }, windows }: TimeCardProps) {
  const begin = stringAt(shoot, ...maintenance, "timeWindow", "begin");
  const end = stringAt(shoot, ...maintenance, "timeWindow", "end");
  const isSet = begin !== undefined && end !== undefined;
  const form = isSet ? windowFormOf({ begin, end }) : { ...noWindow };
  const judged = validateWindowForm(form);
  const write = (next: WindowForm) => set([...maintenance, "timeWindow"], formatWindowForm(next));
  const { proposed } = windows;
  const own = judged.ok || !isSet ? undefined : describeWindowError(judged.error);
  const error = own ?? errorAt(...maintenance, "timeWindow");
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          type="time"
          label={text("Window begins")}
          value={form.begin}
          onText={(to) => write({ ...form, begin: to })}
        />
        <TextField
          type="time"
          label={text("Window ends")}
          value={form.end}
          error={error}
          onText={(to) => write({ ...form, end: to })}
        />
        <SelectField
          label={text("Offset from UTC, fixed")}
          value={form.offset}
          options={windowOffsetChoices(form.offset).map((offset) => [offset, `UTC${offset}`] as const)}
          onText={(offset) => write({ ...form, offset })}
        />
      </div>
      <p className="text-sm text-pretty text-secondary">
        {!isSet
          ? text("No window is set. The garden chooses a random hour.")
          : judged.ok && describeWindowShape(form, judged.value)}
      </p>
      <WindowLoad chosen={isSet ? utcHourOf(form) : undefined} windows={windows} />
      {(proposed.begin !== begin || proposed.end !== end) && (
        <div className="flex flex-wrap items-center gap-2 text-sm text-secondary">
          <span className="min-w-0 text-pretty">
            {text("Proposed: {begin} to {end}.", windowFormOf(proposed))} {proposed.why}
          </span>
          <Button
            size="sm"
            onClick={() => set([...maintenance, "timeWindow"], { begin: proposed.begin, end: proposed.end })}
          >
            {text("Use the proposed window")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Form of a window that is not set. */
const noWindow: WindowForm = { begin: "", end: "", offset: "+00:00" };

const hourMinutes = 60;
const dayHours = 24;

/** Begin of a window as an hour of the day in UTC. */
function utcHourOf({ begin, offset }: WindowForm): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  const [hour = 0, minute = 0] = begin.split(":").map(Number);
  const ahead = (Number(hours ?? 0) * hourMinutes + Number(minutes ?? 0)) * (sign === "-" ? -1 : 1);
  const whole = Math.floor((hour * hourMinutes + minute - ahead) / hourMinutes);
  return ((whole % dayHours) + dayHours) % dayHours;
}

interface WindowLoadProps {
  /** Hour in UTC in which the window of the draft begins. */
  readonly chosen: number | undefined;
  readonly windows: NewClusterChoices["windows"];
}

/** Bars that show how many clusters begin their window in each hour of the day. */
function WindowLoad({ chosen, windows }: WindowLoadProps) {
  const id = useId();
  const counts = windows.landscape ?? windows.project;
  const most = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const label =
    windows.landscape === undefined
      ? text("Windows of the project's clusters by hour (UTC)")
      : text("Windows of all clusters by hour (UTC)");
  return (
    <figure aria-labelledby={id}>
      <figcaption id={id} className="text-sm text-tertiary">
        {label}
      </figcaption>
      <ol className="mt-1 flex h-14 items-end gap-px">
        {counts.map((count, hour) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour.
            key={hour}
            title={text("{hour}:00: {count, plural, one {# cluster} other {# clusters}}", {
              hour: String(hour).padStart(2, "0"),
              count,
            })}
            className="flex h-full min-w-0 flex-1 flex-col justify-end"
          >
            <span className="sr-only">
              {text("{hour}:00: {count, plural, one {# cluster} other {# clusters}}", {
                hour: String(hour).padStart(2, "0"),
                count,
              })}
            </span>
            <span
              aria-hidden
              style={{ height: `${(count / most) * 100}%` }}
              className={hour === chosen ? "min-h-1 rounded-t-tag bg-primary" : "min-h-px rounded-t-tag bg-control/50"}
            />
          </li>
        ))}
      </ol>
      <div aria-hidden className="mt-0.5 flex justify-between text-xs text-tertiary tabular-nums">
        {["00:00", "06:00", "12:00", "18:00", "24:00"].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </figure>
  );
}

function AutomaticUpdates({ shoot, set, pools }: DraftFields) {
  const isOn = (field: string) => fieldAt(shoot, ...maintenance, "autoUpdate", field) === true;
  const change = (field: string) => (on: boolean) => set([...maintenance, "autoUpdate", field], on);
  return (
    <div className="flex flex-col gap-1.5">
      <CheckField
        label={text("Update Kubernetes patch versions automatically")}
        checked={isOn("kubernetesVersion")}
        onChange={change("kubernetesVersion")}
      />
      {pools.length > 0 && (
        <CheckField
          label={text("Update machine images automatically (replaces nodes)")}
          checked={isOn("machineImageVersion")}
          onChange={change("machineImageVersion")}
        />
      )}
    </div>
  );
}

function HibernationField({ shoot, set, errorAt }: DraftFields) {
  const timeZone = useTimeZone();
  const schedules = listAt(shoot, "spec", "hibernation", "schedules");
  const own = schedules.length > 0 && !isHibernationPreset(schedules);
  const value = own ? "own" : schedules.length === 0 ? "never" : "nights";
  const options: readonly (readonly [string, string])[] = [
    ["never", text("Never")],
    ["nights", text("At night and on weekends")],
    ...(own ? [["own", text("As written in the YAML")] as const] : []),
  ];
  return (
    <div className="max-w-72">
      <SelectField
        label={text("Hibernate")}
        value={value}
        options={options}
        error={errorAt("spec", "hibernation")}
        hint={value === "nights" && text("On workdays it runs from 7:00 to 19:00, {timeZone}.", { timeZone })}
        onText={(chosen) => {
          if (chosen === "own") return;
          set(["spec", "hibernation"], chosen === "never" ? undefined : { schedules: presetSchedules(timeZone) });
        }}
      />
    </div>
  );
}

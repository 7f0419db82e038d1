import { clsx } from "clsx";
import { type ReactNode, type Ref, useState } from "react";
import { Field } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { daysAheadOf, type EndScale } from "#lib/view/versions/compared-ends.ts";
import { formatVersionEndDate, lastDayOfVersion, lastSecondOfDay } from "#lib/words/version-end.ts";
import handleClasses from "./expiry-handle.module.css";

/** Distance in pixels of a slider's ends from its edges: half of its handle, as in the style sheet. */
export const expiryHandleInset = 8;

interface ExpiryHandleProps {
  readonly kind: "chosen" | "from";
  /** Accessible name of the slider, and visible label of the date field. */
  readonly label: string;
  readonly fieldLabel: string;
  readonly scale: EndScale;
  readonly now: number;
  /** Date of the handle, in epoch milliseconds; undefined for no end. */
  readonly at: number | undefined;
  readonly onMove: (endsAt: number) => void;
  readonly fieldRef?: Ref<HTMLInputElement>;
  /** Shown beside the date field. */
  readonly children?: ReactNode;
}

/**
 * Slider and date field for a last day of a version: moved when the slider is released or a day ahead is complete. The
 * slider has the scale of the chart above it; without an end its handle stands at the far end.
 */
export function ExpiryHandle({
  kind,
  label,
  fieldLabel,
  scale,
  now,
  at,
  onMove,
  fieldRef,
  children,
}: ExpiryHandleProps) {
  const given = at === undefined ? "" : lastDayOfVersion(at);
  const [seen, setSeen] = useState(given);
  const [day, setDay] = useState(given);
  // Another control has moved the date, so slider and field show it.
  if (seen !== given) {
    setSeen(given);
    setDay(given);
  }
  const end = lastSecondOfDay(day);
  const ahead = end === undefined ? scale.days : Math.min(scale.days, Math.max(0, daysAheadOf(end, scale)));
  const take = () => {
    if (day !== given && end !== undefined) onMove(end);
  };
  return (
    <>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={end === undefined ? text("No end date") : formatVersionEndDate(end)}
        min={0}
        max={scale.days}
        value={ahead}
        onChange={({ target }) => setDay(lastDayOfVersion((scale.today + Number(target.value) + 1) * dayMs))}
        onPointerUp={take}
        onKeyUp={take}
        className={clsx("order-1 basis-full", handleClasses.slider, handleClasses[kind])}
      />
      <div className="order-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        <span aria-hidden className={clsx("size-2.5 rounded-full", kind === "chosen" ? "bg-link" : "bg-secondary")} />
        <Field label={fieldLabel} labelClass="text-sm text-secondary" className="flex items-center gap-1.5">
          {(control) => (
            <input
              {...control}
              ref={fieldRef}
              type="date"
              value={day}
              onChange={({ target }) => {
                setDay(target.value);
                const complete = lastSecondOfDay(target.value);
                // While a year is typed its first digits are a year, too.
                if (complete !== undefined && complete > now) onMove(complete);
              }}
              onKeyDown={({ key }) => key === "Enter" && take()}
              onBlur={take}
              className={`${inputClass} h-8 w-40! px-2! text-base`}
            />
          )}
        </Field>
        {children}
      </div>
    </>
  );
}

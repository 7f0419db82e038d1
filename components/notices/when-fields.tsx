"use client";

import { SelectField } from "#components/ui/form/field.tsx";
import type { DeliveryTime } from "#lib/contract/destinations.ts";
import { text } from "#lib/language/text.ts";
import { hourInWords } from "#lib/notices/event-words.ts";

interface WhenFieldsProps {
  readonly when: DeliveryTime;
  readonly onChange: (when: DeliveryTime) => void;
}

const hours = Array.from({ length: 24 }, (_, hour) => [String(hour), hourInWords(hour)] as const);
const firstHour = 8;

/** At once, or once a day at an hour here, by UTC, or by the clocks that were chosen before. */
export function WhenFields({ when, onChange }: WhenFieldsProps) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([...(when.kind === "daily" ? [when.zone] : []), here, "UTC"])];
  return (
    <>
      <SelectField
        label={text("When")}
        value={when.kind}
        options={[
          ["at-once", text("At once")],
          ["daily", text("Once a day, everything together")],
        ]}
        onText={(kind) =>
          onChange(kind === "daily" ? { kind: "daily", hour: firstHour, zone: here } : { kind: "at-once" })
        }
      />
      {when.kind === "daily" && (
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label={text("Hour")}
            value={String(when.hour)}
            options={hours}
            onText={(hour) => onChange({ ...when, hour: Number(hour) })}
          />
          <SelectField
            label={text("Time zone")}
            value={when.zone}
            options={zones.map((zone) => [zone, zone])}
            onText={(zone) => onChange({ ...when, zone })}
          />
        </div>
      )}
    </>
  );
}

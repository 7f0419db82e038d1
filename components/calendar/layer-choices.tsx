"use client";

import { CheckField } from "#components/ui/form/check-field.tsx";
import { calendarLayers, layerLabels } from "#lib/view/calendar/calendar-event.ts";
import type { CalendarQuery } from "#lib/view/calendar/calendar-query.ts";

interface LayerChoicesProps {
  readonly query: Pick<CalendarQuery, "layers" | "unused">;
  readonly onChange: (change: Pick<CalendarQuery, "layers" | "unused">) => void;
}

/** What is shown, each kind by itself. */
export function LayerChoices({ query, onChange }: LayerChoicesProps) {
  const { layers, unused } = query;
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <legend className="sr-only">Shown in the calendar</legend>
      {calendarLayers.map((layer) => (
        <CheckField
          key={layer}
          label={layerLabels[layer]}
          labelClass="text-sm"
          checked={layers.includes(layer)}
          onChange={(checked) =>
            onChange({
              unused,
              layers: calendarLayers.filter((each) => (each === layer ? checked : layers.includes(each))),
            })
          }
        />
      ))}
      <CheckField
        label="Include unused versions"
        labelClass="text-sm text-secondary"
        checked={unused}
        onChange={(checked) => onChange({ layers, unused: checked })}
      />
    </fieldset>
  );
}

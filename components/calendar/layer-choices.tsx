"use client";

import { useId } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { calendarLayers, layerLabels } from "#lib/view/calendar/calendar-event.ts";
import type { CalendarQuery } from "#lib/view/calendar/calendar-query.ts";

interface LayerChoicesProps {
  readonly query: Pick<CalendarQuery, "layers" | "unused">;
  readonly onChange: (change: Pick<CalendarQuery, "layers" | "unused">) => void;
}

/** What is shown, each kind by itself. */
export function LayerChoices({ query, onChange }: LayerChoicesProps) {
  const id = useId();
  const { layers, unused } = query;
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <legend className="sr-only">Shown in the calendar</legend>
      {calendarLayers.map((layer) => (
        <span key={layer} className="flex items-center gap-2">
          <Checkbox
            id={`${id}-${layer}`}
            checked={layers.includes(layer)}
            onCheckedChange={(checked) =>
              onChange({
                unused,
                layers: calendarLayers.filter((each) => (each === layer ? checked === true : layers.includes(each))),
              })
            }
          />
          <label htmlFor={`${id}-${layer}`} className="text-sm">
            {layerLabels[layer]}
          </label>
        </span>
      ))}
      <span className="flex items-center gap-2">
        <Checkbox
          id={`${id}-unused`}
          checked={unused}
          onCheckedChange={(checked) => onChange({ layers, unused: checked === true })}
        />
        <label htmlFor={`${id}-unused`} className="text-sm text-secondary">
          Also versions that nobody runs
        </label>
      </span>
    </fieldset>
  );
}

import { CheckField } from "#components/ui/form/check-field.tsx";
import { text } from "#lib/language/text.ts";
import { calendarLayers, layerLabels } from "#lib/view/calendar/calendar-event.ts";
import type { CalendarQuery } from "#lib/view/calendar/calendar-query.ts";

interface ChoicesProps {
  readonly query: Pick<CalendarQuery, "layers" | "unused">;
  readonly onChange: (change: Pick<CalendarQuery, "layers" | "unused">) => void;
}

interface LayerChoicesProps extends ChoicesProps {
  /** Whether the checkboxes are collapsed into one line, as on a phone. */
  readonly folded: boolean;
}

/** Checkboxes that select the kinds of events in the calendar. */
export function EventKindCheckboxes({ query, onChange, folded }: LayerChoicesProps) {
  const { layers, unused } = query;
  const boxes = (
    <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <legend className="sr-only">{text("Shown in the calendar")}</legend>
      {calendarLayers.map((layer) => (
        <CheckField
          key={layer}
          label={text(layerLabels[layer])}
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
      {folded && <UnusedVersionsCheckbox query={query} onChange={onChange} />}
    </fieldset>
  );
  if (!folded) return boxes;
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-tag py-0.5 text-sm text-link">
        {text("Shown: {shown} of {all} kinds", { shown: layers.length, all: calendarLayers.length })}
      </summary>
      <div className="pt-2">{boxes}</div>
    </details>
  );
}

/** Checkbox that adds the expirations of versions which no cluster runs. */
export function UnusedVersionsCheckbox({ query: { layers, unused }, onChange }: ChoicesProps) {
  return (
    <CheckField
      label={text("Include unused versions")}
      labelClass="text-sm text-secondary"
      checked={unused}
      onChange={(checked) => onChange({ layers, unused: checked })}
    />
  );
}

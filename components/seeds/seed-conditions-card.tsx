import { conditionHueAndIcon } from "#components/data/fleet-parts/condition-look.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Card } from "#components/ui/card.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Status } from "#components/ui/status.tsx";
import type { ListedSeed } from "#lib/contract/seed/seed-list.ts";
import { text } from "#lib/language/text.ts";
import { type ViewedSeedCondition, viewSeedConditions } from "#lib/view/seeds/seed-findings.ts";
import { conditionAssessmentLabels } from "#lib/words/condition-descriptions.ts";

/** Card of all conditions and constraints of a Seed, the worst first, with age and message. */
export function SeedConditionsCard({ seed }: { readonly seed: ListedSeed }) {
  const views = viewSeedConditions(seed);
  return (
    <Card id="conditions" title={text("Conditions and constraints")}>
      {views.length === 0 && (
        <p className="text-base text-secondary">{text("No condition is reported for this Seed.")}</p>
      )}
      <ul className="-my-2.5 divide-y divide-hairline">
        {views.map((view, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing forbids two conditions of one type.
          <Line key={`${view.condition.type} ${index}`} {...view} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ condition, name, reading }: ViewedSeedCondition) {
  const { hue, icon } = conditionHueAndIcon(reading);
  const quiet = reading === "fine";
  return (
    <li className="grid gap-x-4 gap-y-1 py-2.5 text-sm sm:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <p className="font-medium" title={condition.type}>
          {name}
        </p>
        <Status hue={hue} icon={icon} quiet={quiet} wraps>
          {reading === "unrecognised" ? condition.status || text("not said") : text(conditionAssessmentLabels[reading])}
        </Status>
      </div>
      <div className="min-w-0 text-secondary">
        {condition.reason !== undefined && !quiet && (
          <span className="block font-medium text-ink" translate="no">
            {condition.reason}
          </span>
        )}
        <LongText text={condition.message} />
        <p className="text-xs text-tertiary">
          {condition.lastTransitionTime === undefined ? (
            <TimestampText at={undefined} />
          ) : (
            richText("for <since></since>", {
              since: () => <TimestampText at={condition.lastTransitionTime} form="age" />,
            })
          )}
        </p>
      </div>
    </li>
  );
}

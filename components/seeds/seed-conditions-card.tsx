import { ConditionLine } from "#components/data/fleet-parts/condition-line.tsx";
import { Card } from "#components/ui/card.tsx";
import type { ListedSeed } from "#lib/contract/seed/seed-list.ts";
import { text } from "#lib/language/text.ts";
import { viewSeedConditions } from "#lib/view/seeds/seed-findings.ts";

/** Card of all conditions and constraints of a Seed, the worst first, with age and message. */
export function SeedConditionsCard({ seed }: { readonly seed: ListedSeed }) {
  const views = viewSeedConditions(seed);
  return (
    <Card id="conditions" title={text("Conditions and constraints")}>
      {views.length === 0 && (
        <p className="text-base text-secondary">{text("No condition is reported for this Seed.")}</p>
      )}
      <ul className="-my-2.5 divide-y divide-hairline">
        {views.map(({ condition, name, reading }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing forbids two conditions of one type.
          <ConditionLine key={`${condition.type} ${index}`} condition={condition} name={name} reading={reading} />
        ))}
      </ul>
    </Card>
  );
}

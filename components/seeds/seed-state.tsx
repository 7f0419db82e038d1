import { CircleCheck, CircleStop, EyeOff, Trash2 } from "lucide-react";
import { conditionHueAndIcon } from "#components/data/fleet-parts/condition-look.tsx";
import { Status } from "#components/ui/status.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { ListedSeed } from "#lib/contract/seed/seed-list.ts";
import { text } from "#lib/language/text.ts";
import { seedFindingsOf, type ViewedSeedCondition } from "#lib/view/seeds/seed-findings.ts";
import { conditionAssessmentLabels } from "#lib/words/condition-descriptions.ts";

/** Tags of what an operator has set on a Seed. */
export function SeedTags({ seed }: { readonly seed: ListedSeed }) {
  return (
    <>
      {seed.emergencyStop && (
        <Tag hue="negative" icon={<CircleStop aria-hidden />}>
          {text("Emergency stop")}
        </Tag>
      )}
      {!seed.visible && (
        <Tag hue="neutral" outline="plain" icon={<EyeOff aria-hidden />}>
          {text("Not visible")}
        </Tag>
      )}
      {seed.deletionRequestedAt !== undefined && (
        <Tag hue="neutral" outline="plain" icon={<Trash2 aria-hidden />}>
          {text("Being deleted")}
        </Tag>
      )}
    </>
  );
}

/** State of a Seed in a list: its worst condition, and what else an operator has to know. */
export function SeedState({ seed }: { readonly seed: ListedSeed }) {
  const [worst, ...others] = seedFindingsOf(seed);
  return (
    <div className="flex flex-col items-start gap-1">
      {worst === undefined ? <FineState seed={seed} /> : <WorstState worst={worst} others={others.length} />}
      <span className="flex flex-wrap gap-1 empty:hidden">
        <SeedTags seed={seed} />
      </span>
    </div>
  );
}

function FineState({ seed }: { readonly seed: ListedSeed }) {
  // The tag says what is wrong, although no condition does.
  if (seed.emergencyStop) return null;
  if (seed.conditions.length === 0) return <span className="text-tertiary">{text("no condition reported")}</span>;
  return (
    <Status hue="positive" icon={<CircleCheck aria-hidden />} quiet>
      {text("No findings")}
    </Status>
  );
}

function WorstState({ worst, others }: { readonly worst: ViewedSeedCondition; readonly others: number }) {
  const { condition, reading } = worst;
  const { hue, icon } = conditionHueAndIcon(reading);
  return (
    <>
      <Status hue={hue} icon={icon} wraps>
        {reading === "failing" ? worst.failing : `${worst.name}: ${text(conditionAssessmentLabels[reading])}`}
      </Status>
      {condition.message !== undefined && (
        <span title={condition.message} className="line-clamp-2 pl-5.5 text-sm text-secondary">
          {condition.message}
        </span>
      )}
      {others > 0 && (
        <span className="pl-5.5 text-sm text-secondary">
          {text("and {others, plural, one {# more finding} other {# more findings}}", { others })}
        </span>
      )}
    </>
  );
}

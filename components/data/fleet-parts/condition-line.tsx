import type { ReactNode } from "react";
import { LongText } from "#components/ui/long-text.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Status } from "#components/ui/status.tsx";
import type { Condition } from "#lib/garden/condition.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import type { ConditionAssessment } from "#lib/policy/status/condition-assessment.ts";
import { conditionAssessmentLabels } from "#lib/words/condition-descriptions.ts";
import { conditionHueAndIcon } from "./condition-look.tsx";
import { TimestampText } from "./timestamp-text.tsx";

interface ConditionLineProps {
  readonly condition: Condition;
  readonly reading: ConditionAssessment;
  readonly name: ReactNode;
  /** Text before the message of a condition that is not fine. */
  readonly note?: ReactNode;
  /** What follows below the age. */
  readonly children?: ReactNode;
}

/** Line of a list of conditions of a cluster or a Seed: what it is, how it stands, since when and why. */
export function ConditionLine({ condition, reading, name, note, children }: ConditionLineProps) {
  const { hue, icon } = conditionHueAndIcon(reading);
  const quiet = reading === "fine";
  return (
    <li
      id={`cond-${condition.type}`}
      className="grid gap-x-4 gap-y-1 py-2.5 text-sm sm:grid-cols-[12rem_minmax(0,1fr)]"
    >
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
        {!quiet && note}
        <LongText text={condition.message} />
        <p className="text-xs text-tertiary">
          <ConditionAge condition={condition} />
        </p>
        {children}
      </div>
    </li>
  );
}

/** Time since the condition has its status, and since its message if that is newer; says so if a time is missing. */
function ConditionAge({ condition: { lastTransitionTime, lastUpdateTime } }: { readonly condition: Condition }) {
  const since = () => <TimestampText at={lastTransitionTime} form="age" />;
  if (parseInstant(lastTransitionTime) === undefined) return <TimestampText at={lastTransitionTime} form="relative" />;
  if (parseInstant(lastUpdateTime) === undefined || lastUpdateTime === lastTransitionTime)
    return richText("for <since></since>", { since });
  const changed = () => <TimestampText at={lastUpdateTime} form="age" />;
  return richText("for <since></since>, message unchanged for <changed></changed>", { since, changed });
}

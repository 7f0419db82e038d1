import { CircleCheck, CircleQuestionMark, CircleSlash, Clock, LoaderCircle, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Hue } from "#components/ui/hue-classes.ts";
import type { ConditionAssessment } from "#lib/policy/status/condition-assessment.ts";
import { conditionAssessmentHues } from "#lib/words/condition-descriptions.ts";

const icons: Readonly<Record<ConditionAssessment, ReactNode>> = {
  fine: <CircleCheck aria-hidden />,
  "not-checked": <CircleSlash aria-hidden />,
  rechecking: <LoaderCircle aria-hidden />,
  "failing-unconfirmed": <Clock aria-hidden />,
  failing: <TriangleAlert aria-hidden />,
  unknown: <CircleQuestionMark aria-hidden />,
  unrecognised: <CircleQuestionMark aria-hidden />,
};

/** Returns the colour and the icon of an assessed condition. */
export function conditionHueAndIcon(reading: ConditionAssessment): { readonly hue: Hue; readonly icon: ReactNode } {
  return { hue: conditionAssessmentHues[reading], icon: icons[reading] };
}

import { clsx } from "clsx";
import { CircleCheck, CircleDashed, CircleDot, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { text } from "#lib/language/text.ts";
import type { ReplacementStepState } from "#lib/view/pool-replacement/pool-replacement.ts";
import { stepStateLabels } from "#lib/view/pool-replacement/replacement-descriptions.ts";

const looks = {
  done: { Icon: CircleCheck, colour: "text-positive-solid" },
  running: { Icon: LoaderCircle, colour: "text-info-solid" },
  now: { Icon: CircleDot, colour: "text-info-solid" },
  later: { Icon: CircleDashed, colour: "text-tertiary" },
} as const satisfies { readonly [State in ReplacementStepState]: object };

interface ReplacementStepProps {
  readonly number: number;
  readonly title: string;
  readonly state: ReplacementStepState;
  readonly children?: ReactNode;
}

/** One step of the guide with its state, and what there is to see or to do. */
export function ReplacementStep({ number, title, state, children }: ReplacementStepProps) {
  const { Icon, colour } = looks[state];
  const isAhead = state === "later";
  return (
    <li {...(state === "now" && { "aria-current": "step" as const })} className="flex items-start gap-3 px-4 py-3.5">
      <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", colour)} />
      <div className="flex min-w-0 flex-1 flex-col gap-2 text-sm text-secondary">
        <h3 className="flex flex-wrap items-baseline justify-between gap-x-3 text-base">
          <span className={isAhead ? "text-secondary" : "font-medium text-ink"}>
            {number} {title}
          </span>
          <span className="text-sm font-normal text-tertiary">{text(stepStateLabels[state])}</span>
        </h3>
        {children}
      </div>
    </li>
  );
}

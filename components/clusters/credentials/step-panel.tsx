"use client";

import type { ReactNode } from "react";
import { text } from "#lib/language/text.ts";
import { withinSentence } from "#lib/language/within-sentence.ts";
import { type StepId, stepNumbers, stepTitles } from "#lib/view/rotations/track-step.ts";
import { CompletePanel, DonePanel, VerifyPanel } from "./step-afterwards.tsx";
import { ClientsPanel } from "./step-clients.tsx";
import type { StepPanelProps } from "./rotation-context.ts";
import { PlanPanel } from "./step-plan.tsx";
import { PreparePanel } from "./step-prepare.tsx";
import { RollPanel } from "./step-roll.tsx";

/** What one step asks and shows. A step that is not reached shows what it will be about, and offers nothing. */
export function StepPanel({ track, shown, context }: StepPanelProps & { readonly shown: StepId }) {
  return (
    <section aria-labelledby="rotation-step" className="min-w-0">
      <h3 id="rotation-step" className="text-base font-semibold">
        {text("Step {number}: {title}", {
          number: stepNumbers[shown],
          title: withinSentence(text(stepTitles[shown])),
        })}
      </h3>
      <div className="mt-2 flex flex-col gap-3 text-base text-secondary">{panelOf(shown, { track, context })}</div>
    </section>
  );
}

function panelOf(shown: StepId, props: StepPanelProps): ReactNode {
  switch (shown) {
    case "plan":
    case "start":
      return <PlanPanel {...props} key={props.track.scope} />;
    case "prepare":
    case "running":
      return <PreparePanel {...props} />;
    case "roll":
      return <RollPanel {...props} />;
    case "clients":
      return <ClientsPanel {...props} />;
    case "complete":
      return <CompletePanel {...props} />;
    case "verify":
      return <VerifyPanel {...props} />;
    case "done":
      return <DonePanel {...props} />;
    default:
      return shown satisfies never;
  }
}

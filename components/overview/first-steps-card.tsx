import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Circle, CircleCheck } from "lucide-react";
import { openPalette } from "#components/data/keys/palette-dialog.ts";
import { feedsQuery } from "#components/data/queries/feed-queries.ts";
import { noticesQuery } from "#components/data/queries/notice-queries.ts";
import { useSettingsChange } from "#components/data/session/use-settings-change.ts";
import { useOnboardingStepDone } from "#components/data/storage/steps.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { useIdle } from "#components/ui/state/use-idle.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";

interface Step {
  readonly id: string;
  readonly words: string;
  readonly done: boolean;
  /** Path of the page on which the user does the step, or a function that does it. */
  readonly way: string | (() => void);
}

/** Card of onboarding steps. A step is ticked when the user does it. */
export function FirstStepsCard({ first }: { readonly first: FleetRow | undefined }) {
  const { choose } = useSettingsChange();
  const steps = useSteps(first);
  const done = steps.filter((step) => step.done).length;
  return (
    <Card
      id="first-steps"
      title={text("First steps")}
      aside={
        <span className="flex items-center gap-3">
          <span role="status" className="text-sm text-secondary tabular-nums">
            {done === steps.length ? text("All done") : text("{done} of {steps} done", { done, steps: steps.length })}
          </span>
          <Button variant="ghost" size="sm" onClick={() => choose({ firstSteps: "hidden" })}>
            {richText("Hide<more> first steps</more>", {
              more: (words) => <span className="sr-only">{words}</span>,
            })}
          </Button>
        </span>
      }
    >
      <ol className="-my-1.5 flex flex-col gap-y-1">
        {steps.map((step) => (
          <StepLine key={step.id} step={step} />
        ))}
      </ol>
    </Card>
  );
}

function StepLine({ step: { words, done, way } }: { readonly step: Step }) {
  const Icon = done ? CircleCheck : Circle;
  const look = clsx("inline-flex min-h-6 items-center rounded-tag text-left hover:underline", !done && "text-link");
  return (
    <li className={clsx("flex items-center gap-2 text-base", done && "text-secondary")}>
      <Icon aria-hidden className={clsx("size-4 shrink-0", done ? "text-positive-solid" : "text-tertiary")} />
      {typeof way === "string" ? (
        <Link href={way} prefetch={false} className={look}>
          {words}
        </Link>
      ) : (
        <button type="button" onClick={way} className={look}>
          {words}
        </button>
      )}
      {done && <span className="sr-only">{text("(done)")}</span>}
    </li>
  );
}

/** Returns the onboarding steps in a sensible order, without those that this garden does not support. */
function useSteps(first: FleetRow | undefined): readonly Step[] {
  const idle = useIdle();
  const seen = useOnboardingStepDone();
  const feeds = useQuery({ ...feedsQuery, enabled: idle }).data;
  const notices = useQuery({ ...noticesQuery, enabled: idle }).data;
  const path = first && clusterPath(first);
  return [
    { id: "cluster", words: text("Open a cluster"), done: seen("cluster"), way: "/clusters" },
    {
      id: "updates",
      words: text("See when its next change comes"),
      done: seen("updates"),
      way: path === undefined ? "/clusters" : `${path}/updates`,
    },
    ...(feeds?.unavailable === undefined
      ? [
          {
            id: "feed",
            words: text("Put changes into your calendar"),
            done: (feeds?.feeds.length ?? 0) > 0,
            way: "/feeds",
          },
        ]
      : []),
    ...(notices?.unavailable === undefined
      ? [{ id: "rule", words: text("Have Almanac tell you"), done: (notices?.rules.length ?? 0) > 0, way: "/notices" }]
      : []),
    { id: "palette", words: text("Press Ctrl+K and go anywhere"), done: seen("palette"), way: openPalette },
  ];
}

import { Check, Circle, Loader, OctagonAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ProgressBarWithNumber } from "#components/ui/progress-bar.tsx";
import { Status } from "#components/ui/status.tsx";
import { text } from "#lib/language/text.ts";
import type { MigrationStepState, MigrationTrack } from "#lib/policy/migration/migration-track.ts";
import {
  liveMigrationLabels,
  migrationStateLabels,
  migrationStepLabels,
} from "#lib/words/migration/migration-descriptions.ts";

const looks = {
  open: { hue: "neutral", icon: <Circle /> },
  current: { hue: "info", icon: <Loader /> },
  interrupted: { hue: "info", icon: <Loader /> },
  retrying: { hue: "negative", icon: <OctagonAlert /> },
  failed: { hue: "negative", icon: <OctagonAlert /> },
  done: { hue: "positive", icon: <Check /> },
} as const satisfies Record<MigrationStepState, { hue: string; icon: ReactNode }>;

/** Steps of a migration, as far as the cluster's status shows them. */
export function MigrationTrackList({ track }: { readonly track: MigrationTrack }) {
  const { from, to, steps, destination, live, isOver } = track;
  return (
    <section aria-label={text("The move")} className="flex flex-col gap-2">
      <p className="font-medium">{titleOf({ from, to, isOver })}</p>
      <ol className="flex flex-col gap-1.5">
        {steps.map(({ step, state, progress }) => (
          <li key={step} className="flex flex-col gap-1">
            <span className="flex flex-wrap items-center gap-x-2">
              <Status hue={looks[state].hue} icon={looks[state].icon} quiet={state === "open"}>
                {text(migrationStepLabels[step])}
              </Status>
              <span className="text-secondary">{text(migrationStateLabels[state])}</span>
            </span>
            {progress !== undefined && (
              <ProgressBarWithNumber
                label={text(migrationStepLabels[step])}
                value={progress}
                hue={state === "failed" || state === "retrying" ? "negative" : "info"}
              />
            )}
          </li>
        ))}
      </ol>
      {destination?.isReady === false && (
        <p className="text-secondary">
          {text("Gardener waits: the new Seed is not ready, is being deleted or has another release ({reason}).", {
            reason: destination.reason ?? "",
          })}
        </p>
      )}
      {live.length > 0 && (
        <ul className="flex flex-col gap-1">
          {live.map(({ type, isFulfilled }) => (
            <li key={type}>
              <Status hue={isFulfilled ? "positive" : "neutral"} icon={isFulfilled ? <Check /> : <Circle />} quiet>
                {text(liveMigrationLabels[type])}
              </Status>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function titleOf({ from, to = "", isOver }: Pick<MigrationTrack, "from" | "to" | "isOver">): string {
  if (isOver) return text("The last operation restored the control plane on {to}.", { to });
  return from === undefined
    ? text("The control plane comes to {to}.", { to })
    : text("The control plane moves from {from} to {to}.", { from, to });
}

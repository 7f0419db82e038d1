"use client";

import { Check, LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { type DeletionStatus, deletionStatusOf } from "#lib/view/deletion/deletion-stage.ts";
import {
  type ObservedDeletionStep,
  observedCleanupOf,
  observedDeletionStepsOf,
} from "#lib/view/deletion/observed-deletion-steps.ts";
import { wallClockTimeOf } from "#lib/words/clock.ts";
import { ClusterPageSkeleton } from "../overview/cluster-frame.tsx";
import { ErrorsCard } from "../overview/errors-card.tsx";
import { useCluster } from "../use-cluster.ts";
import { CleanupCard } from "./cleanup-card.tsx";
import { DeletionCard } from "./deletion-card.tsx";
import { ForceDeletionCard } from "./force-deletion-card.tsx";

const noSteps: readonly ObservedDeletionStep[] = [];

/** Page on the deletion of a cluster: its effects, its progress, what prevents it, and the observed steps. */
export function DeletionView({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster, error } = useCluster(ref);
  const now = useNow(1_000);
  const [seen, setSeen] = useState(noSteps);
  const steps = cluster?.gone ? seen : observedDeletionStepsOf(seen, cluster?.shoot.status?.lastOperation, now);
  if (steps !== seen) setSeen(steps);
  if (!cluster) return error ? null : <ClusterPageSkeleton />;
  const standing = deletionStatusOf(cluster.shoot);
  const requested = standing.stage !== "not-requested";
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        {cluster.gone ? (
          <GoneCard cluster={ref} standing={standing} />
        ) : (
          <DeletionCard cluster={cluster} standing={standing} />
        )}
        {requested && <StepsCard steps={steps} gone={cluster.gone} />}
        {requested && !cluster.gone && <ErrorsCard row={cluster.row} shoot={cluster.shoot} />}
        {!cluster.gone && <ForceDeletionCard cluster={cluster} standing={standing} />}
      </div>
      {!standing.forced && (
        <div className="min-w-0">
          <CleanupCard cluster={cluster} seen={observedCleanupOf(steps)} />
        </div>
      )}
    </div>
  );
}

/** Card of the deletion steps that were observed while this page was open. Earlier steps are unknown. */
function StepsCard({ steps, gone }: { readonly steps: readonly ObservedDeletionStep[]; readonly gone: boolean }) {
  const clock = useDisplayClock();
  const newestFirst = [...steps].reverse();
  return (
    <Card id="steps" title={text("Steps seen ({count})", { count: steps.length })}>
      <p className="text-sm text-pretty text-tertiary">
        {text("Gardener reports only current steps. Steps that ended before this page was opened are not listed.")}
      </p>
      {steps.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard.
        <ul className="scrollbar-thin mt-3 flex max-h-80 flex-col gap-1.5 overflow-y-auto text-sm" tabIndex={0}>
          {newestFirst.map(({ name, firstSeenAt, running }) => {
            const at = wallClockTimeOf(firstSeenAt, clock);
            return (
              <li key={name} className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
                {running && !gone ? (
                  <LoaderCircle aria-hidden className="animate-spin-slow text-info-solid" />
                ) : (
                  <Check aria-hidden className="text-neutral-solid" />
                )}
                <span className="min-w-0 flex-1 break-words">
                  {name}
                  <span className="sr-only">, {running && !gone ? text("runs now") : text("was seen")}</span>
                </span>
                <span className="shrink-0 text-tertiary tabular-nums">{at && `${at.time}:${at.seconds}`}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

interface GoneCardProps {
  readonly cluster: ClusterRef;
  readonly standing: DeletionStatus;
}

/**
 * Card that says that the Shoot has left the garden. The garden is asked once more, because a cluster also disappears
 * from the fleet when the user loses the permission to read it.
 */
function GoneCard({ cluster, standing }: GoneCardProps) {
  const { error, refetch } = useCluster(cluster);
  const [seenAt] = useState(() => formatInstant(Date.now()));
  useEffect(() => {
    void refetch();
  }, [refetch]);
  const confirmed = error !== null && requestErrorOf(error).reason === "not-found";
  return (
    <Card id="gone" title={text("{cluster} is gone", { cluster: `${cluster.project}/${cluster.name}` })}>
      <p role="status" className="text-base text-pretty">
        {richText("The Shoot was gone from the garden at <instant></instant>.", {
          instant: () => <TimestampText at={seenAt} />,
        })}{" "}
        {confirmed
          ? text("The garden confirmed that it no longer exists.")
          : text("The garden has not confirmed it yet.")}
      </p>
      <p className="mt-2 text-sm text-pretty text-secondary">
        {standing.forced
          ? text("The deletion was forced: Almanac does not know what is left in the cloud account.")
          : text(
              "Gardener removes a Shoot after its deletion succeeded. Almanac has not looked into the cloud account.",
            )}
      </p>
      <p className="mt-3">
        <Link href="/clusters" className="text-sm font-medium text-link hover:underline">
          {text("All clusters")}
        </Link>
      </p>
    </Card>
  );
}

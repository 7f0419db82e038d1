import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { profileChangeEffectQuery } from "#components/data/queries/versions-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import {
  type ClusterEffectKind,
  clusterEffectKinds,
  type WhatIfRequest,
  type WhatIfResponse,
} from "#lib/contract/versions.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import {
  clusterEffectLabels,
  describeClusterEffects,
  inlineClusterEffectLabels,
} from "#lib/view/versions/effect-labels.ts";
import { formatDate } from "#lib/words/format-time.ts";

interface EffectProps {
  readonly profile: Omit<WhatIfRequest, "spec" | "ends">;
  /** The change as a merge patch; undefined if there is none. */
  readonly patch: Readonly<Record<string, unknown>> | undefined;
  /** Whether the YAML text has errors: then no effect is computed. */
  readonly hasFaults: boolean;
  /** Which clusters are meant, if it is not those that use the profile. */
  readonly note?: string | undefined;
}

/** Card that shows the effect of a profile change on the clusters, before the change is applied. */
export function ProfileChangeEffectCard({ profile, patch, hasFaults, note }: EffectProps) {
  const tried = useQuery({
    ...profileChangeEffectQuery({ ...profile, spec: patch ?? {} }),
    enabled: patch !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <Card id="effect" title={text("Effect on the fleet")} flush>
      {note !== undefined && <p className="px-4 pt-3.5 text-base text-pretty text-secondary">{note}</p>}
      <div aria-live="polite" aria-busy={tried.isFetching}>
        {patch === undefined ? (
          <p className="px-4 py-3.5 text-base text-secondary">
            {hasFaults
              ? text("The effect follows once the change is valid.")
              : text("Change something to see which clusters move, get stuck or are freed.")}
          </p>
        ) : tried.isError ? (
          <div className="p-4">
            <ReadFailureNotice title={text("The effect could not be worked out")} of={tried} />
          </div>
        ) : tried.data === undefined ? (
          <p className="px-4 py-3.5 text-base text-secondary">
            {text("Simulating the clusters of {profile}…", { profile: profile.inProject?.name ?? profile.profile })}
          </p>
        ) : (
          <Effects effect={tried.data} outdated={tried.isPlaceholderData} />
        )}
      </div>
    </Card>
  );
}

const mostShown = 50;

function Effects({ effect, outdated }: { readonly effect: WhatIfResponse; readonly outdated: boolean }) {
  const [asked, setAsked] = useState<ClusterEffectKind>();
  const clock = useDisplayClock();
  const { total, affected, counts, clusters, inUse, horizonAt } = effect;
  const matching = clusters.filter(({ kinds }) => asked === undefined || kinds.includes(asked));
  const horizon = parseInstant(horizonAt);
  return (
    <div className={clsx("flex flex-col gap-3 py-3.5", outdated && "opacity-60")}>
      {outdated && <p className="px-4 text-sm text-secondary">{text("Working out the latest change…")}</p>}
      {inUse.length > 0 && (
        <div className="px-4">
          <Notice hue="negative" title={text("The garden would refuse this: the removed version is in use")}>
            <ul className="list-disc pl-4">
              {inUse.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <p className="px-4 text-base font-medium">
        {affected === 0
          ? text("No change for any of the {clusters, plural, one {# cluster} other {# clusters}} that you see.", {
              clusters: total,
            })
          : text(
              "{affected, number} of {clusters, plural, one {# cluster} other {# clusters}} visible to you would be affected.",
              { affected, clusters: total },
            )}
      </p>
      {affected > 0 && (
        <>
          <fieldset className="flex flex-wrap gap-1.5 px-4">
            <legend className="sr-only">{text("Show")}</legend>
            {clusterEffectKinds
              .filter((kind) => (counts[kind] ?? 0) > 0)
              .map((kind) => (
                <Button
                  key={kind}
                  size="sm"
                  aria-pressed={asked === kind}
                  className="aria-pressed:bg-selected"
                  onClick={() => setAsked(asked === kind ? undefined : kind)}
                >
                  {text(clusterEffectLabels[kind])}: {counts[kind]}
                </Button>
              ))}
          </fieldset>
          {affected < clusterEffectKinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0) && (
            <p className="px-4 text-sm text-secondary">
              {text("A cluster can be in several of these groups, so they add up to more than {affected, number}.", {
                affected,
              })}
            </p>
          )}
          <ul
            aria-label={text("Clusters affected")}
            className="divide-y divide-hairline border-t border-hairline text-sm"
          >
            {matching.slice(0, mostShown).map((cluster) => (
              <li key={`${cluster.project}/${cluster.name}`} className="flex flex-col gap-0.5 px-4 py-2">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <Link
                    href={clusterPath(cluster)}
                    prefetch={false}
                    className="rounded-tag font-medium text-link hover:underline"
                  >
                    {cluster.project}/{cluster.name}
                  </Link>
                  <span className="text-xs text-secondary">
                    {cluster.kinds.map((kind) => text(inlineClusterEffectLabels[kind])).join(", ")}
                  </span>
                </span>
                {describeClusterEffects(cluster, clock).map((words) => (
                  <span key={words} className="text-secondary">
                    {words}
                  </span>
                ))}
              </li>
            ))}
          </ul>
          {(matching.length > mostShown || affected > clusters.length) && (
            <p className="px-4 text-sm text-secondary">
              {text("The most urgent {count} are shown.", { count: Math.min(mostShown, matching.length) })}
            </p>
          )}
        </>
      )}
      <p className="px-4 text-xs text-tertiary">
        {text("Looked ahead to {date}, on version {version} of the profile; nothing was written.", {
          date: horizon === undefined ? horizonAt : formatDate(horizon, clock),
          version: effect.resourceVersion,
        })}
      </p>
    </div>
  );
}

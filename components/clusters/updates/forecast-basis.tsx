"use client";

import { CopyButton } from "#components/ui/copy-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { ClusterForecast, ProfileOverride } from "#lib/contract/cluster-forecast.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { Clock } from "#lib/words/clock.ts";
import { caveatSentences, noProfileSentences } from "#lib/words/forecast-sentences.ts";
import { formatClockTime, formatDate, formatDateTime } from "#lib/words/format-time.ts";
import { linkTo, type UpdatesAddress } from "./use-updates-address.ts";

interface ForecastBasisProps {
  readonly data: ClusterForecast;
  readonly clock: Clock;
  readonly address: UpdatesAddress;
}

/** What the forecast rests on, and what a reader must know beside it. */
export function ForecastBasis({ data, clock, address }: ForecastBasisProps) {
  const { snapshot, forecast } = data;
  const at = parseInstant(snapshot.at) ?? 0;
  const caveats = forecast.outcome === "foreseen" ? forecast.caveats : [];
  const inDoubt = forecast.outcome === "foreseen" && !forecast.certain;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-secondary">
        <p>
          {snapshot.profile === undefined ? (
            <>{noProfileSentences[snapshot.noProfile ?? "PROFILE_NOT_FOUND"]} As of </>
          ) : (
            <>
              Assumes the profile <span translate="no">{snapshot.profile.name}</span> as of{" "}
            </>
          )}
          <time dateTime={snapshot.at} title={formatDateTime(at, clock)}>
            {formatClockTime(at, clock)}
          </time>
          {snapshot.profile !== undefined && " and no manual changes"}.{" "}
          <span className="text-tertiary">
            Snapshot <span translate="no">{snapshot.id}</span>
          </span>
        </p>
        <CopyButton variant="ghost" size="sm" text={linkTo(snapshot.id)} label="Copy link" />
      </div>
      {address.snapshot !== undefined && address.snapshot !== snapshot.id && (
        <Notice hue="caution" title="The forecast has changed since this link was made">
          The link was made on snapshot {address.snapshot}; this page shows {snapshot.id}.
        </Notice>
      )}
      <Overrides data={data} clock={clock} />
      {(caveats.length > 0 || inDoubt) && (
        <ul className="list-disc pl-5 text-sm text-pretty text-secondary">
          {caveats.map((caveat) => (
            <li key={caveat}>{caveatSentences[caveat]}</li>
          ))}
          {inDoubt && (
            <li>The Gardener release is uncertain. Steps that differ between releases are marked as conditional.</li>
          )}
        </ul>
      )}
    </div>
  );
}

function endWords(end: string | undefined, clock: Clock): string {
  const at = parseInstant(end);
  return at === undefined ? "has no end" : `ends ${formatDate(at, clock)}`;
}

function overrideWords({ image, version, onlyHere, here, parent }: ProfileOverride, clock: Clock): string {
  const name = image === undefined ? version : `${image} ${version}`;
  const there = onlyHere ? "does not list it" : endWords(parent, clock);
  return `${name} ${endWords(here, clock)} here; the parent ${there}`;
}

/** The dates that the project's own profile sets, those of versions in use first. */
function Overrides({ data, clock }: { readonly data: ClusterForecast; readonly clock: Clock }) {
  const { overrides, facts } = data;
  const { profile } = data.snapshot;
  if (profile?.kind !== "NamespacedCloudProfile") return null;
  const isUsed = ({ image, version }: ProfileOverride) =>
    facts.some((fact) => fact.version === version && fact.image === image);
  const used = overrides.filter(isUsed);
  const others = overrides.filter((override) => !isUsed(override));
  return (
    <details className="text-sm text-secondary">
      <summary className="w-fit rounded-tag py-1 text-link hover:underline">
        This is the project's own profile; it changes {overrides.length} of the dates and versions of{" "}
        {profile.parent ?? "its parent"}
        {used.length > 0 && `, ${used.length} of them in use here`}
      </summary>
      <ul className="mt-1 list-disc pl-5">
        {[...used, ...others].map((override) => (
          <li key={`${override.image} ${override.version}`}>
            {overrideWords(override, clock)}
            {isUsed(override) && <span className="font-medium text-ink"> (in use)</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

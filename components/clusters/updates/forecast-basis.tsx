"use client";

import { Notice } from "#components/ui/notice.tsx";
import { Why } from "#components/ui/why.tsx";
import type { ClusterForecast, ProfileOverride } from "#lib/contract/cluster-forecast.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { Clock } from "#lib/words/clock.ts";
import { countOf } from "#lib/words/count.ts";
import { caveatSentences, noProfileSentences } from "#lib/words/forecast-sentences.ts";
import { formatClockTime, formatDateTime } from "#lib/words/format-time.ts";
import { formatEndDate } from "#lib/words/version-end.ts";
import type { UpdatesAddress } from "./use-updates-address.ts";

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
    <div className="flex flex-col gap-1 text-sm text-secondary">
      {address.snapshot !== undefined && address.snapshot !== snapshot.id && (
        <Notice hue="caution" title="The forecast has changed since this link was made">
          The link was made on snapshot {address.snapshot}; this page shows {snapshot.id}.
        </Notice>
      )}
      <p>
        {snapshot.profile === undefined ? (
          <>{noProfileSentences[snapshot.noProfile ?? "PROFILE_NOT_FOUND"]} As of </>
        ) : (
          <>
            Based on profile <span translate="no">{snapshot.profile.name}</span> as of{" "}
          </>
        )}
        <time dateTime={snapshot.at} title={formatDateTime(at, clock)}>
          {formatClockTime(at, clock)}
        </time>
        {snapshot.profile !== undefined && ", assuming no manual changes"}.
      </p>
      <Why label="Assumptions" about="of the forecast">
        <ul className="list-disc pl-5">
          {caveats.map((caveat) => (
            <li key={caveat}>{caveatSentences[caveat]}</li>
          ))}
          {inDoubt && (
            <li>The Gardener release is uncertain. Steps that differ between releases are marked as conditional.</li>
          )}
          <li>
            Snapshot <span translate="no">{snapshot.id}</span>
          </li>
        </ul>
      </Why>
      <Overrides data={data} />
    </div>
  );
}

function endWords(end: string | undefined): string {
  const at = parseInstant(end);
  return at === undefined ? "has no end" : `ends ${formatEndDate(at)}`;
}

function overrideWords({ image, version, onlyHere, here, parent }: ProfileOverride): string {
  const name = image === undefined ? version : `${image} ${version}`;
  const there = onlyHere ? "does not list it" : endWords(parent);
  return `${name} ${endWords(here)} here; the parent ${there}`;
}

/** The dates that the project's own profile sets, those of versions in use first. */
function Overrides({ data }: { readonly data: ClusterForecast }) {
  const { overrides, facts } = data;
  const { profile } = data.snapshot;
  if (profile?.kind !== "NamespacedCloudProfile") return null;
  const isUsed = ({ image, version }: ProfileOverride) =>
    facts.some((fact) => fact.version === version && fact.image === image);
  const used = overrides.filter(isUsed);
  const others = overrides.filter((override) => !isUsed(override));
  return (
    <Why
      label={`The project's own profile overrides ${countOf(overrides.length, "entry")} of ${profile.parent ?? "its parent"}`}
      about={used.length > 0 ? `${used.length} of them in use here` : ""}
    >
      <ul className="list-disc pl-5">
        {[...used, ...others].map((override) => (
          <li key={`${override.image} ${override.version}`}>
            {overrideWords(override)}
            {isUsed(override) && <span className="font-medium text-ink"> (in use)</span>}
          </li>
        ))}
      </ul>
    </Why>
  );
}

"use client";

import { Notice } from "#components/ui/notice.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { WhyDetails } from "#components/ui/why-details.tsx";
import type { ClusterForecast, ProfileOverride } from "#lib/contract/cluster-forecast.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { describeForecastWarning, noProfileDescriptions } from "#lib/words/forecast-descriptions.ts";
import { formatClockTime, formatDateTime } from "#lib/words/format-time.ts";
import { formatVersionEndDate } from "#lib/words/version-end.ts";
import type { UpdatesAddress } from "./use-updates-address.ts";

interface ForecastBasisProps {
  readonly data: ClusterForecast;
  readonly clock: DisplayClock;
  readonly address: UpdatesAddress;
}

/** Section on the data and the assumptions of the forecast. */
export function ForecastBasis({ data, clock, address }: ForecastBasisProps) {
  const { snapshot, forecast } = data;
  const at = parseInstant(snapshot.at) ?? 0;
  const caveats = forecast.outcome === "foreseen" ? forecast.caveats : [];
  const profile = snapshot.profile?.name;
  const time = () => (
    <time dateTime={snapshot.at} title={formatDateTime(at, clock)}>
      {formatClockTime(at, clock)}
    </time>
  );
  const inDoubt = forecast.outcome === "foreseen" && !forecast.certain;
  return (
    <div className="flex flex-col gap-1 text-sm text-secondary">
      {address.snapshot !== undefined && address.snapshot !== snapshot.id && (
        <Notice hue="caution" title={text("The forecast has changed since this link was made")}>
          {text("The link was made on snapshot {snapshot}; this page shows {id}.", {
            snapshot: address.snapshot,
            id: snapshot.id,
          })}
        </Notice>
      )}
      <p>
        {snapshot.profile === undefined ? (
          <>
            {`${noProfileDescriptions[snapshot.noProfile ?? "PROFILE_NOT_FOUND"]} `}
            {richText("As of <time></time>.", { time })}
          </>
        ) : (
          richText("Based on profile <name></name> as of <time></time>, assuming no manual changes.", {
            name: () => <span translate="no">{profile}</span>,
            time,
          })
        )}
      </p>
      <WhyDetails label={text("Assumptions")} about={text("of the forecast")}>
        <ul className="list-disc pl-5">
          {caveats.map((caveat) => (
            <li key={caveat}>{describeForecastWarning(caveat)}</li>
          ))}
          {inDoubt && (
            <li>
              {text("The Gardener release is uncertain. Steps that differ between releases are marked as conditional.")}
            </li>
          )}
          <li>{richText("Snapshot <id></id>", { id: () => <span translate="no">{snapshot.id}</span> })}</li>
        </ul>
      </WhyDetails>
      <Overrides data={data} />
    </div>
  );
}

function overrideLabel({ image, version, onlyHere, here, parent }: ProfileOverride): string {
  const name = image === undefined ? version : `${image} ${version}`;
  const at = parseInstant(here);
  const ends =
    at === undefined
      ? text("{name} has no end here", { name })
      : text("{name} ends {at} here", { name, at: formatVersionEndDate(at) });
  return `${ends}; ${onlyHere ? text("the parent does not list it") : parentLabel(parent)}`;
}

function parentLabel(end: string | undefined): string {
  const at = parseInstant(end);
  return at === undefined
    ? text("the parent has no end")
    : text("the parent ends {at}", { at: formatVersionEndDate(at) });
}

/** Version dates that the project's NamespacedCloudProfile overrides; versions in use come first. */
function Overrides({ data }: { readonly data: ClusterForecast }) {
  const { overrides, facts } = data;
  const { profile } = data.snapshot;
  if (profile?.kind !== "NamespacedCloudProfile") return null;
  const isUsed = ({ image, version }: ProfileOverride) =>
    facts.some((fact) => fact.version === version && fact.image === image);
  const used = overrides.filter(isUsed);
  const others = overrides.filter((override) => !isUsed(override));
  return (
    <WhyDetails
      label={text(
        "The project's own profile overrides {entries, plural, one {# entry} other {# entries}} of {parent}",
        {
          entries: overrides.length,
          parent: profile.parent ?? text("its parent"),
        },
      )}
      about={used.length > 0 ? text("{count} of them in use here", { count: used.length }) : ""}
    >
      <ul className="list-disc pl-5">
        {[...used, ...others].map((override) => (
          <li key={`${override.image} ${override.version}`}>
            {overrideLabel(override)}
            {isUsed(override) && <span className="font-medium text-ink"> {text("(in use)")}</span>}
          </li>
        ))}
      </ul>
    </WhyDetails>
  );
}

import { useQuery } from "@tanstack/react-query";
import { gardenletsQuery } from "#components/data/queries/session-queries.ts";
import { useGardenFacts } from "#components/data/session/use-garden-facts.ts";
import { Card } from "#components/ui/card.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { text } from "#lib/language/text.ts";
import { newestGardenerRelease, parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import { type GateReading, gateReadings } from "#lib/policy/editions/gate-origins.ts";
import { gardenletsLabel } from "#lib/words/seeds/gardenlets-label.ts";
import { gateOriginLabel } from "#lib/words/state/gate-origin-labels.ts";
import { SessionFact } from "./session-fact.tsx";

/** Card with the releases of Gardener in the garden, those whose rules are known, and the feature gates. */
export function GardenerCard() {
  const garden = useGardenFacts();
  const { data: gardenlets, isError } = useQuery(gardenletsQuery);
  const newest = parseGardenerRelease(gardenlets?.releases?.[0]?.release);
  return (
    <Card id="gardener" title={text("Gardener in this garden")}>
      <dl className="text-base">
        <SessionFact name={text("API server")}>
          {garden.release === undefined ? (
            <span className="text-tertiary">{text("not published by the garden")}</span>
          ) : (
            <span translate="no">{garden.release}</span>
          )}
        </SessionFact>
        <SessionFact name={text("Gardenlets")}>
          {isError ? text("could not be read") : gardenlets && gardenletsLabel(gardenlets)}
        </SessionFact>
        <SessionFact name={text("Rules known")}>
          {text("up to Gardener {release}", { release: `1.${newestGardenerRelease.minor}` })}
        </SessionFact>
      </dl>
      <p className="mt-2 text-sm text-pretty text-secondary">
        {text(
          "Rules of admission and maintenance follow the API server, rules of the care of a cluster the gardenlet of its Seed.",
        )}
      </p>
      <h3 className="mt-4 text-base font-medium">{text("Feature gates")}</h3>
      <p className="mt-0.5 text-sm text-pretty text-secondary">
        {text(
          "A garden does not publish them: an operator of Almanac can set them, else the default of the release counts.",
        )}
      </p>
      <ul aria-label={text("Feature gates")} className="mt-2 divide-y divide-hairline border-y border-hairline text-sm">
        {gateReadings(garden, newest).map((reading) => (
          <GateLine key={reading.gate} reading={reading} />
        ))}
      </ul>
    </Card>
  );
}

function GateLine({ reading }: { readonly reading: GateReading }) {
  const { gate, on, isSetInVain } = reading;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5 sm:grid sm:grid-cols-[20rem_5.5rem_1fr]">
      <span className="font-mono break-all" translate="no">
        {gate}
      </span>
      <span>
        <Tag hue={on === true ? "positive" : "neutral"} outline="plain">
          {on === undefined ? text("not there") : on ? text("on") : text("off")}
        </Tag>
      </span>
      <span className="text-secondary">
        {gateOriginLabel(reading)} {isSetInVain && <Tag hue="caution">{text("set without effect")}</Tag>}
      </span>
    </li>
  );
}

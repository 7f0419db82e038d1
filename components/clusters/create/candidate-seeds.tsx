import { CircleCheck, CircleSlash } from "lucide-react";
import { SeedReasons } from "#components/data/fleet-parts/seed-reasons.tsx";
import { Card } from "#components/ui/card.tsx";
import type { NewClusterPreview } from "#lib/contract/new-cluster.ts";
import { text } from "#lib/language/text.ts";
import { formatList } from "#lib/words/format-list.ts";

interface CandidateSeedsProps {
  readonly seeds: NewClusterPreview["seeds"];
  readonly region: string;
}

/** Card with the Seed that the scheduler would choose now, and why it refuses each of the others. */
export function CandidateSeeds({ seeds, region }: CandidateSeedsProps) {
  const { expected, unread, capacityKnown, verdicts } = seeds;
  const usable = verdicts.filter((verdict) => verdict.usable);
  const near = verdicts.filter((verdict) => !verdict.isOnOtherProvider);
  const elsewhere = verdicts.filter((verdict) => verdict.isOnOtherProvider);
  return (
    <Card id="seeds" title={text("Seed")}>
      {unread !== undefined ? (
        <p className="text-base text-pretty text-secondary">
          {text("You are not allowed to list Seeds, so it is not known which of them can take the cluster.")}
        </p>
      ) : (
        <div className="flex flex-col gap-1.5">
          <p className="text-base text-pretty">{expected?.sentence}</p>
          <SeedReasons reasons={expected?.reasons ?? []} />
          {!capacityKnown && usable.length > 0 && (
            <p className="text-sm text-pretty text-tertiary">
              {text("You do not see all clusters, so whether a Seed is full is not known.")}
            </p>
          )}
          <details className="text-sm" open={usable.length === 0}>
            <summary className="w-fit cursor-pointer rounded-tag py-1 text-link hover:underline">
              {text("{usable} of {count, plural, one {# Seed} other {# Seeds}} can take it", {
                usable: usable.length,
                count: verdicts.length,
              })}
            </summary>
            <ul className="mt-1 flex flex-col gap-1.5">
              {near.map(({ name, region: place, usable: isUsable, obstacles }) => (
                <li key={name} className="flex items-start gap-2">
                  {isUsable ? (
                    <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-positive-solid" />
                  ) : (
                    <CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0 text-tertiary" />
                  )}
                  <span className="min-w-0 text-pretty">
                    <span className="font-medium">{name}</span>{" "}
                    {place !== region && <span className="text-tertiary">{place}</span>}{" "}
                    <span className="text-secondary">{isUsable ? text("can take it.") : obstacles.join(" ")}</span>
                  </span>
                </li>
              ))}
            </ul>
            {elsewhere.length > 0 && (
              <p className="mt-1.5 text-pretty text-secondary">
                {text("Run on another provider: {seeds}.", {
                  seeds: formatList(elsewhere.map(({ name, provider }) => `${name} (${provider})`)),
                })}
              </p>
            )}
          </details>
        </div>
      )}
    </Card>
  );
}

import { useState } from "react";
import { UrgencyTierHeading } from "#components/data/fleet-parts/urgency-tier-heading.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { attentionTiers } from "#lib/contract/garden-counts.ts";
import { text } from "#lib/language/text.ts";
import {
  type AttentionCauseAcrossGardens,
  attentionCausesAcrossGardens,
  type CountsOfGarden,
} from "#lib/view/gardens/across-gardens.ts";
import { overviewPathOfSearch } from "#lib/view/gardens/garden-count-rows.ts";
import { GardenLink, GardenLinkItem } from "./garden-link.tsx";

interface AttentionAcrossProps {
  readonly reports: readonly CountsOfGarden[];
  readonly search: string;
}

const shownAtFirst = 8;

/** Card of what needs attention in all gardens: the first problems of each garden's overview, current ones first. */
export function AttentionInAllGardensCard({ reports, search }: AttentionAcrossProps) {
  const [all, setAll] = useState(false);
  const causes = attentionCausesAcrossGardens(reports);
  const shown = all ? causes : causes.slice(0, shownAtFirst);
  const rest = causes.length - shownAtFirst;
  return (
    <Card id="attention" title={text("Needs attention")} flush>
      {causes.length === 0 && (
        <p className="px-4 py-6 text-base text-secondary">{text("Nothing for the next 90 days.")}</p>
      )}
      {attentionTiers.map((tier) => {
        const ofTier = shown.filter((cause) => cause.tier === tier);
        if (ofTier.length === 0) return null;
        return (
          <section key={tier} aria-labelledby={`tier-${tier}`}>
            <UrgencyTierHeading tier={tier} />
            <ul className="divide-y divide-hairline">
              {ofTier.map((cause) => (
                <Cause key={cause.title} cause={cause} />
              ))}
            </ul>
          </section>
        );
      })}
      {rest > 0 && (
        <div className="border-t border-hairline px-2.5 py-1">
          <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? text("Show fewer") : text("Show {rest, number} more", { rest })}
          </Button>
        </div>
      )}
      <p className="flex flex-wrap gap-x-4 border-t border-hairline px-4 py-1.5 text-sm">
        {reports.map(({ garden, figures }) => (
          <GardenLink key={garden} garden={garden} href={overviewPathOfSearch(search)}>
            {text("All {causes, plural, one {# cause} other {# causes}} of {garden}", {
              causes: figures.attention.causes,
              garden,
            })}
          </GardenLink>
        ))}
      </p>
    </Card>
  );
}

function Cause({ cause: { title, details, parts } }: { readonly cause: AttentionCauseAcrossGardens }) {
  return (
    <GardenLinkItem parts={parts} className="px-4 py-1.5">
      <span className="min-w-0 flex-1 basis-60">
        <span className="block text-base font-medium break-words text-ink">{title}</span>
        {details.map(({ sentence, gardens }) => (
          <span key={sentence} className="block text-sm text-pretty text-secondary">
            {gardens.length > 0 && `${gardens.join(", ")}: `}
            {sentence}
          </span>
        ))}
      </span>
    </GardenLinkItem>
  );
}

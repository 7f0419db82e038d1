import { Instant } from "#components/data/fleet-parts/instant.tsx";
import { richText } from "#components/ui/rich-text.ts";
import type { Destination } from "#lib/contract/destinations.ts";
import { text } from "#lib/language/text.ts";
import { whyWords } from "#lib/notices/why-words.ts";

/** What was delivered there, what was not, and why. */
export function DestinationStandingLines({
  destination: { waiting, standing },
}: {
  readonly destination: Destination;
}) {
  const { deliveredAt, failure, lost } = standing;
  return (
    <>
      {failure !== undefined && (
        <p className="text-sm break-words text-negative-text">
          {richText("Nothing delivered since <since></since>: {why} Next attempt <next></next>.", {
            since: () => <Instant at={failure.since} form="relative" />,
            why: whyWords(failure.why),
            next: () => <Instant at={failure.next} form="relative" />,
          })}
        </p>
      )}
      {lost !== undefined && (
        <p className="text-sm break-words text-negative-text">
          {richText("{count, plural, one {# notice} other {# notices}} not delivered, the last <at></at>: {why}", {
            count: lost.count,
            at: () => <Instant at={lost.at} form="relative" />,
            why: whyWords(lost.why),
          })}
        </p>
      )}
      <p className="text-sm text-secondary">
        {deliveredAt === undefined
          ? text("Nothing delivered yet")
          : richText("Last delivery <at></at>", { at: () => <Instant at={deliveredAt} form="relative" /> })}
        {waiting > 0 && `; ${text("{waiting, plural, one {# notice} other {# notices}} waiting", { waiting })}`}
      </p>
    </>
  );
}

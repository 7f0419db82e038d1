import { Instant } from "#components/data/shown/instant.tsx";
import type { Destination } from "#lib/contract/destinations.ts";
import { countOf } from "#lib/words/count.ts";

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
          Nothing delivered since <Instant at={failure.since} form="relative" />: {failure.why} Next attempt{" "}
          <Instant at={failure.next} form="relative" />.
        </p>
      )}
      {lost !== undefined && (
        <p className="text-sm break-words text-negative-text">
          {countOf(lost.count, "notice")} not delivered, the last <Instant at={lost.at} form="relative" />: {lost.why}
        </p>
      )}
      <p className="text-sm text-secondary">
        {deliveredAt === undefined ? (
          "Nothing delivered yet"
        ) : (
          <>
            Last delivery <Instant at={deliveredAt} form="relative" />
          </>
        )}
        {waiting > 0 && `; ${countOf(waiting, "notice")} waiting`}
      </p>
    </>
  );
}

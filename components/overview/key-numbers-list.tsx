import { Link } from "#components/ui/address/link.tsx";
import { LargeNumberLink } from "#components/ui/large-number-link.tsx";
import { formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import type { LargeOverviewNumber, OverviewNumber } from "#lib/view/overview/overview-numbers-of.ts";
import { formatNumber } from "#lib/words/count.ts";

const listOf = ({ query }: OverviewNumber) => `/clusters${formatFleetQuery(query)}`;

/** The three large numbers of the overview, each linked to its clusters. */
export function KeyNumbersList({ numbers }: { readonly numbers: readonly LargeOverviewNumber[] }) {
  return (
    <ul className="grid grid-cols-3 gap-x-2 lg:grid-cols-1 lg:content-evenly lg:gap-y-2">
      {numbers.map((number) => (
        <li key={number.id} className="min-w-0">
          <LargeNumberLink
            href={listOf(number)}
            number={formatNumber(number.count)}
            label={text(number.label)}
            isZero={number.count === 0}
            isBad={number.isBad}
            stacked
          />
          {number.parts.length > 0 && (
            <p className="flex flex-wrap gap-x-2 text-sm text-secondary">
              {number.parts.map((part) => (
                <Link
                  key={part.id}
                  href={listOf(part)}
                  prefetch={false}
                  className="inline-flex min-h-6 items-center gap-1 whitespace-nowrap hover:underline"
                >
                  <span className="font-medium text-ink tabular-nums">{formatNumber(part.count)}</span>{" "}
                  {text(part.label)}
                </Link>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

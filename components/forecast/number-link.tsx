import { Link } from "#components/ui/address/link.tsx";
import { formatNumber } from "#lib/words/count.ts";

interface NumberLinkProps {
  readonly count: number;
  readonly href: string;
  /** Accessible name of the link, which says what the number counts. */
  readonly label: string;
}

/** Number that links to the list of what it counts; a dash without a link for zero. */
export function NumberLink({ count, href, label }: NumberLinkProps) {
  if (count === 0) return <span className="text-tertiary">–</span>;
  return (
    <Link
      href={href}
      prefetch={false}
      aria-label={label}
      className="inline-block min-w-6 rounded-tag text-link hover:underline"
    >
      {formatNumber(count)}
    </Link>
  );
}

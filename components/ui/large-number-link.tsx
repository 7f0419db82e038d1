import { clsx } from "clsx";
import { Link } from "./address/link.tsx";

interface LargeNumberLinkProps {
  readonly href: string;
  /** The formatted number. */
  readonly number: string;
  readonly label: string;
  readonly isZero: boolean;
  /** Whether the number counts problems, so that it is red if above zero. */
  readonly isBad?: boolean;
  /** Whether the label is below the number on narrow screens. */
  readonly stacked?: boolean;
}

/** Large number with a label, as a link to the list of what it counts. */
export function LargeNumberLink({ href, number, label, isZero, isBad = false, stacked = false }: LargeNumberLinkProps) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="-mx-1.5 block w-fit max-w-full rounded-control px-1.5 py-0.5 hover:bg-hover"
    >
      <span
        className={clsx(
          "text-2xl font-semibold tabular-nums",
          isZero ? "text-tertiary" : isBad ? "text-negative-text" : "text-ink",
        )}
      >
        {number}
      </span>{" "}
      <span className={clsx("text-base text-secondary", stacked && "max-lg:block")}>{label}</span>
    </Link>
  );
}

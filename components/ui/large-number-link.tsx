import { clsx } from "clsx";
import { Link } from "./address/link.tsx";

interface LargeNumberLinkProps {
  readonly href: string;
  /** The number as shown. */
  readonly number: string;
  readonly label: string;
  readonly isZero: boolean;
  /** Any number above zero is bad. */
  readonly isBad?: boolean;
  /** The label stands under the number on narrow screens. */
  readonly stacked?: boolean;
}

/** Large number with its label, linked to what it counts. */
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

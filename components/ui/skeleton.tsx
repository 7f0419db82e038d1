import { clsx } from "clsx";

/** A place kept for what is being loaded, in its size, so that nothing moves when it arrives. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx("block animate-breathe rounded-tag bg-neutral-tint forced-colors:border", className)}
    />
  );
}

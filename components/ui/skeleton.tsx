import { clsx } from "clsx";

/** Placeholder of the same size as the content being loaded, so that nothing moves when it arrives. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx("block animate-breathe rounded-tag bg-neutral-tint forced-colors:border", className)}
    />
  );
}

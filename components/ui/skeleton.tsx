import { clsx } from "clsx";

/** Placeholder with the size of content that is being loaded, so that nothing moves when the content arrives. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx("block animate-breathe rounded-tag bg-neutral-tint forced-colors:border", className)}
    />
  );
}

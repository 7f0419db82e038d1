import { mark } from "./mark.ts";

/** Almanac's logo: a sun over the garden's edge. Decorative; the name stands beside it. */
export function Logo({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx={mark.field.radius} fill={mark.field.colour} />
      <path d={mark.sun.d} fill={mark.sun.colour} />
      {mark.strokes.map(({ d, colour }) => (
        <path key={d} d={d} stroke={colour} strokeWidth="2" strokeLinecap="round" fill="none" />
      ))}
    </svg>
  );
}

import { logoShapes } from "./logo-shapes.ts";

/** Almanac's logo. Hidden from screen readers, because the name is beside it. */
export function Logo({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx={logoShapes.field.radius} fill={logoShapes.field.colour} />
      <path d={logoShapes.sun.d} fill={logoShapes.sun.colour} />
      {logoShapes.strokes.map(({ d, colour }) => (
        <path key={d} d={d} stroke={colour} strokeWidth="2" strokeLinecap="round" fill="none" />
      ))}
    </svg>
  );
}

/** The mark: a sun over the garden's edge. Decorative; the name stands beside it. */
export function Logo({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="7" fill="#0B5E47" />
      <path d="M10 21.5a6 6 0 0 1 12 0" fill="#F7BE55" />
      <path d="M7 21.5h18" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M16 8.5v3M8.9 11.6l2 2.1M23.1 11.6l-2 2.1M11 25h10"
        stroke="#8FE3BC"
        strokeWidth="2"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  );
}

import type { ReactNode } from "react";

export function Kbd({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-tag border border-hairline bg-surface px-1 font-sans text-xs text-tertiary">
      {children}
    </kbd>
  );
}

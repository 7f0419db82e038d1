import { clsx } from "clsx";
import type { ReactNode } from "react";
import { text } from "#lib/language/text.ts";

interface WhyProps {
  /** What it explains, for a reader who hears the heading alone. */
  readonly about: string;
  readonly label?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** An explanation that stays folded until somebody asks for it. */
export function Why({ about, label = text("Why?"), className, children }: WhyProps) {
  return (
    <details className={clsx("text-sm", className)}>
      <summary className="w-fit cursor-pointer rounded-tag py-1 text-link hover:underline">
        {label}
        <span className="sr-only"> {about}</span>
      </summary>
      <div className="mt-0.5 text-pretty text-secondary">{children}</div>
    </details>
  );
}

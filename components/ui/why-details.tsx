import { clsx } from "clsx";
import type { ReactNode } from "react";
import { text } from "#lib/language/text.ts";

interface WhyProps {
  /** What is explained, added for screen reader users who read the heading without its context. */
  readonly about: string;
  readonly label?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Explanation that the user can expand. */
export function WhyDetails({ about, label = text("Why?"), className, children }: WhyProps) {
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

import type { ReactNode } from "react";
import { text } from "#lib/language/text.ts";

interface SettingRowProps {
  /** A link leads to it. */
  readonly id?: string;
  readonly title: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

/** One setting: what it is on the left, what is chosen on the right; below each other where room is short. */
export function SettingRow({ id, title, hint, children }: SettingRowProps) {
  return (
    <div
      id={id}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 not-first:border-t not-first:border-hairline"
    >
      <div className="min-w-0 grow basis-60">
        <p className="text-base font-medium">{title}</p>
        {hint !== undefined && <div className="text-sm text-pretty text-secondary">{hint}</div>}
      </div>
      <div className="max-w-full shrink-0">{children}</div>
    </div>
  );
}

/** The label of a box that switches something on, whose name stands beside it. */
export function OnFor({ name }: { readonly name: string }) {
  return (
    <>
      <span className="sr-only">{name}: </span>
      {text("On")}
    </>
  );
}

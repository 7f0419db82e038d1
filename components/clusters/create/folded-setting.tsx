import type { ReactNode } from "react";
import { text } from "#lib/language/text.ts";

interface FoldedSettingProps {
  readonly title: string;
  /** The present value, in a few words. */
  readonly summary: string;
  readonly error: string | undefined;
  /** Whether the value can never change, so that nothing is offered. */
  readonly isFixed?: boolean;
  /** Why nothing is offered. */
  readonly whyFixed?: string;
  readonly children: ReactNode;
}

/** Setting that most clusters leave at its default: folded, with its present value in one line. */
export function FoldedSetting(setting: FoldedSettingProps) {
  const { title, summary, error, isFixed = false, whyFixed = text("This can never change."), children } = setting;
  return (
    <details className="group/setting py-2 first:pt-0 last:pb-0">
      <summary className="cursor-pointer rounded-tag text-base">
        <span className="font-medium">{title}</span>{" "}
        <span className="text-pretty wrap-anywhere text-secondary">{summary}</span>
        {error !== undefined && (
          // Where a field inside says it, it is not said twice.
          <span className="block text-sm text-pretty text-negative-text group-open/setting:group-has-[[aria-invalid]]/setting:hidden">
            {error}
          </span>
        )}
      </summary>
      <div className="mt-2 flex flex-col gap-3 pb-1">
        {isFixed ? <p className="text-sm text-pretty text-secondary">{whyFixed}</p> : children}
      </div>
    </details>
  );
}

interface SettingGroupProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Settings of one subject, below a small heading. */
export function SettingGroup({ title, children }: SettingGroupProps) {
  return (
    // A group whose settings are not for this cluster has nothing to say.
    <section className="not-has-[details]:hidden">
      <h3 className="mb-1.5 border-b border-hairline pb-1 text-sm font-semibold text-tertiary">{title}</h3>
      <div className="flex flex-col divide-y divide-hairline">{children}</div>
    </section>
  );
}

/** Number of items that a line names before it only counts the others. */
const mostNamed = 3;

/** A list in one line; `None` for an empty one. */
export function summarizeItems(items: readonly string[]): string {
  if (items.length === 0) return text("None");
  const named = items.slice(0, mostNamed).join(", ");
  const more = items.length - mostNamed;
  return more > 0 ? text("{named} and {more} more", { named, more }) : named;
}

import { clsx } from "clsx";
import { Tag } from "#components/ui/tag.tsx";
import { isAbsent, valueWords } from "#lib/act/preview/preview-words.ts";
import type { FieldChange } from "#lib/contract/act.ts";

/** Every field that differs afterwards, with what nobody asked for marked as the garden's doing. */
export function PreviewChanges({ changes }: { readonly changes: readonly FieldChange[] }) {
  return (
    <ul className="flex flex-col divide-y divide-hairline text-sm">
      {changes.map(({ path, before, after, by }) => (
        <li key={`${by} ${path}`} className="flex flex-col gap-0.5 py-1.5">
          <span className="flex flex-wrap items-center gap-2">
            <code className="font-medium break-all" translate="no">
              {path}
            </code>
            {by === "garden" && (
              <Tag hue="neutral" outline="plain">
                set by Gardener
              </Tag>
            )}
          </span>
          <span className="flex flex-wrap items-baseline gap-x-2 font-mono text-xs">
            <span className="sr-only">was</span>
            <del
              className={clsx(
                "line-clamp-4 break-all no-underline",
                isAbsent(before) ? "text-tertiary" : "text-secondary",
              )}
            >
              {valueWords(before)}
            </del>
            <span aria-hidden className="text-tertiary">
              →
            </span>
            <span className="sr-only">becomes</span>
            <ins
              className={clsx(
                "font-medium line-clamp-4 break-all no-underline",
                isAbsent(after) && path.startsWith("spec") ? "text-negative-text" : "text-ink",
              )}
            >
              {isAbsent(after) && !isAbsent(before) ? "removed" : valueWords(after)}
            </ins>
          </span>
        </li>
      ))}
    </ul>
  );
}

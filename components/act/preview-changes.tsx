import { clsx } from "clsx";
import { ComparedTable } from "#components/ui/compared-table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { isAbsent, valueWords } from "#lib/act/preview/preview-words.ts";
import type { FieldChange } from "#lib/contract/act.ts";

const columns = [
  { key: "now", name: "now", head: <span className="text-xs text-tertiary">Now</span> },
  { key: "after", name: "after", head: <span className="text-xs text-tertiary">After</span> },
];

/** Every field that differs afterwards, now beside after, with what nobody asked for marked as the garden's doing. */
export function PreviewChanges({ changes }: { readonly changes: readonly FieldChange[] }) {
  const lines = changes.map(({ path, before, after, by }) => ({
    key: `${by} ${path}`,
    label: (
      <span className="flex flex-wrap items-center gap-2">
        <code className="font-medium break-all text-ink" translate="no">
          {path}
        </code>
        {by === "garden" && (
          <Tag hue="neutral" outline="plain">
            set by Gardener
          </Tag>
        )}
      </span>
    ),
    differs: true,
    cells: [
      {
        differs: false,
        content: <Value text={valueWords(before)} look={isAbsent(before) ? "text-tertiary" : "text-secondary"} />,
      },
      {
        differs: false,
        content: (
          <Value
            text={isAbsent(after) && !isAbsent(before) ? "removed" : valueWords(after)}
            look={clsx("font-medium", isAbsent(after) && path.startsWith("spec") ? "text-negative-text" : "text-ink")}
          />
        ),
      },
    ],
  }));
  return (
    <ComparedTable
      caption="Changed fields, now and after"
      subject="Field"
      stacked
      columns={columns}
      groups={[{ key: "changes", lines }]}
    />
  );
}

function Value({ text, look }: { readonly text: string; readonly look: string }) {
  return <span className={clsx("line-clamp-6 font-mono text-xs break-all", look)}>{text}</span>;
}

import { clsx } from "clsx";
import { ComparedTable } from "#components/ui/compared-table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { formatFieldValue, isFieldAbsent } from "#lib/act/preview/preview-labels.ts";
import type { FieldChange } from "#lib/contract/act.ts";
import { message, text } from "#lib/language/text.ts";

const sides = [
  { key: "now", name: message("now"), head: message("Now") },
  { key: "after", name: message("after"), head: message("After") },
];

/** Table of all Shoot fields that the action changes, before and after; changes made by Gardener itself are marked. */
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
            {text("set by Gardener")}
          </Tag>
        )}
      </span>
    ),
    differs: true,
    cells: [
      {
        differs: false,
        content: (
          <Value value={formatFieldValue(before)} look={isFieldAbsent(before) ? "text-tertiary" : "text-secondary"} />
        ),
      },
      {
        differs: false,
        content: (
          <Value
            value={isFieldAbsent(after) && !isFieldAbsent(before) ? text("removed") : formatFieldValue(after)}
            look={clsx(
              "font-medium",
              isFieldAbsent(after) && path.startsWith("spec") ? "text-negative-text" : "text-ink",
            )}
          />
        ),
      },
    ],
  }));
  return (
    <ComparedTable
      caption={text("Changed fields, now and after")}
      subject={text("Field")}
      stacked
      columns={sides.map(({ key, name, head }) => ({
        key,
        name: text(name),
        head: <span className="text-xs text-tertiary">{text(head)}</span>,
      }))}
      groups={[{ key: "changes", lines }]}
    />
  );
}

function Value({ value, look }: { readonly value: string; readonly look: string }) {
  return <span className={clsx("line-clamp-6 font-mono text-xs break-all", look)}>{value}</span>;
}

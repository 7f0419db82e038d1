"use client";

import { useState } from "react";
import { ReadFailure } from "#components/data/shown/read-failure.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { checklistLimits } from "#lib/contract/checklist.ts";
import type { ChecklistView } from "#lib/view/checklist/checklist-view.ts";
import { ChecklistRowItem } from "./checklist-row.tsx";
import type { ChecklistUse } from "./use-checklist.ts";

interface ChecklistProps {
  readonly use: ChecklistUse;
  readonly view: ChecklistView | undefined;
}

/** What only the cluster's people can do, and who of them has done it. A help, not a lock of Gardener's. */
export function Checklist({ use, view }: ChecklistProps) {
  if (use.error && !view) {
    return <ReadFailure title="The checklist could not be read" error={use.error} onRetry={use.refetch} />;
  }
  if (!view) return <Skeleton className="h-64 rounded-card" />;
  return (
    <section aria-labelledby="checklist-title" id="checklist" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h4 id="checklist-title" className="font-semibold text-ink">
          Before you complete it
        </h4>
        <p role="status" className="text-sm tabular-nums">
          {view.done} of {view.total} done{view.reasoned > 0 && `, ${view.reasoned} left with a reason`}
        </p>
      </div>
      <WhereKept use={use} />
      {use.fault !== undefined && (
        <Notice hue="negative" title="The change was not kept" live>
          {use.fault}
        </Notice>
      )}
      <ul aria-label="Checklist" className="divide-y divide-hairline border-y border-hairline">
        {view.rows.map((row) => (
          <ChecklistRowItem key={row.id} row={row} busy={use.busy} onChange={use.change} />
        ))}
      </ul>
      <AddRow use={use} />
    </section>
  );
}

function WhereKept({ use: { keptIn, keptName, unread } }: Pick<ChecklistProps, "use">) {
  if (unread === "unknown-form") {
    return (
      <Notice hue="caution" title="The kept checklist cannot be read">
        The ConfigMap {keptName} holds one of another form. It is not written over.
      </Notice>
    );
  }
  if (keptIn === "browser") {
    return (
      <Notice hue="caution" title="Your ticks stay in this browser">
        Saved in this browser only: you cannot write ConfigMaps in this project, or Almanac is read-only.
      </Notice>
    );
  }
  return (
    <p className="text-sm text-pretty text-tertiary">
      This list is a help; Gardener does not ask for it. It is kept in the ConfigMap{" "}
      <span translate="no">{keptName}</span> of the project, with your name and the time at each tick.
    </p>
  );
}

function AddRow({ use }: Pick<ChecklistProps, "use">) {
  const [text, setText] = useState("");
  const trimmed = text.trim();
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed === "") return;
        use.change({ kind: "add-row", text: trimmed });
        setText("");
      }}
    >
      <div className="min-w-0 flex-1 basis-56">
        <TextField
          label="Your own row, such as a team that has to act"
          value={text}
          maxLength={checklistLimits.rowText}
          onText={setText}
        />
      </div>
      <Button type="submit" disabledReason={trimmed === "" ? "Write what has to be done first." : undefined}>
        Add row
      </Button>
    </form>
  );
}

"use client";

import { useState } from "react";
import { ReadFailure } from "#components/data/shown/read-failure.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Why } from "#components/ui/why.tsx";
import { type ChecklistChange, checklistLimits } from "#lib/contract/checklist.ts";
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
        <Notice hue="negative" title="The change was not saved" live>
          {use.fault}
        </Notice>
      )}
      <ul aria-label="Checklist" className="divide-y divide-hairline border-y border-hairline">
        {view.rows.map((row) => (
          <ChecklistRowItem key={row.id} row={row} busy={use.busy} onChange={use.change} />
        ))}
      </ul>
      <NotApplicable use={use} view={view} />
      <AddRow use={use} />
    </section>
  );
}

/** Gives every item that is still open the same reason: a cluster without clients outside has nothing to tell them. */
function NotApplicable({ use, view: { rows } }: { readonly use: ChecklistUse; readonly view: ChecklistView }) {
  const open = rows.filter(({ state }) => state === "open");
  if (open.length < 2) return null;
  const change = ({ id, rotation }: ChecklistView["rows"][number]): ChecklistChange => {
    return { kind: "tick", item: id, rotation, reason: "Not applicable to us" };
  };
  return (
    <div>
      <Button
        size="sm"
        disabledReason={use.busy ? "The last change is being kept." : undefined}
        onClick={() => use.change(...open.map(change))}
      >
        Mark the {open.length} open items as not applicable to us
      </Button>
    </div>
  );
}

function WhereKept({ use: { keptIn, keptName, unread } }: Pick<ChecklistProps, "use">) {
  if (unread === "unknown-form") {
    return (
      <Notice hue="caution" title="The saved checklist cannot be read">
        The ConfigMap {keptName} has another format. Almanac does not overwrite it.
      </Notice>
    );
  }
  if (keptIn === "browser") {
    return (
      <Notice hue="caution" title="Your ticks stay in this browser">
        You cannot write ConfigMaps in this project, or Almanac is read-only. Nobody else sees these ticks.
      </Notice>
    );
  }
  return (
    <div className="text-sm text-tertiary">
      <p>This list is for you; Gardener does not require it.</p>
      <Why about="the ticks" label="Where is it saved?">
        In the ConfigMap <span translate="no">{keptName}</span> of the project, with name and time for each tick.
      </Why>
    </div>
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
          label="Your own item, such as a team to inform"
          value={text}
          maxLength={checklistLimits.rowText}
          onText={setText}
        />
      </div>
      <Button type="submit" disabledReason={trimmed === "" ? "Enter what has to be done." : undefined}>
        Add row
      </Button>
    </form>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useCreateBulkPlan } from "#components/data/storage/start-bulk.ts";
import { Button } from "#components/ui/button.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { text } from "#lib/language/text.ts";
import {
  bulkRotationCompletionOf,
  bulkRotationStartOf,
  type ExcludedRotation,
} from "#lib/view/rotations/bulk-rotation.ts";
import type { ClusterRotation } from "#lib/view/rotations/rotation-board.ts";
import {
  isRotationScope,
  type RotationScope,
  rotationRollsNodes,
  rotationScopeLabels,
  rotationScopes,
} from "#lib/view/rotations/rotation-scope.ts";
import { readChecklistProgress } from "./checklist-cell.tsx";

const scopes = rotationScopes.filter((scope) => scope !== "kubeconfig");

interface RotationBarProps {
  readonly marked: readonly ClusterRotation[];
  readonly onUnmark: () => void;
}

/** Toolbar of bulk actions on the selected rotations. Each button opens a plan to confirm and sends nothing itself. */
export function RotationBar({ marked, onUnmark }: RotationBarProps) {
  const client = useQueryClient();
  const open = useCreateBulkPlan();
  const readOnly = useReadOnlyReason();
  const [scope, setScope] = useState<RotationScope>("all");
  const [later, setLater] = useState(false);
  const [checking, setChecking] = useState(false);
  const [fault, setFault] = useState<string>();
  const [left, setLeft] = useState<readonly ExcludedRotation[]>([]);
  const clusters = new Set(marked.map(({ row }) => row.uid)).size;
  if (clusters === 0) {
    return (
      <p className="border-b border-hairline px-4 py-2 text-sm text-tertiary">
        {text("Select clusters to start their rotation together, or to complete those whose checklist is finished.")}
      </p>
    );
  }
  const start = async () =>
    setFault(await open(bulkRotationStartOf(marked, { scope, withoutRollout: later && rotationRollsNodes(scope) })));
  const complete = async () => {
    setChecking(true);
    setFault(undefined);
    const stands = await Promise.all(
      marked.map(async (line) => ({ line, stand: await readChecklistProgress(client, line.row, line.scope) })),
    );
    setChecking(false);
    const { run, leftOut } = bulkRotationCompletionOf(stands);
    setLeft(leftOut);
    if (run === undefined)
      return setFault(text("None of the selected rotations can be completed: see what is missing."));
    // The clusters left out are shown first; pressing the button again opens the plan with the remaining ones.
    if (leftOut.length > 0 && !isSame(leftOut, left)) return;
    setFault(await open(run));
  };
  const completable = marked.filter((line) => line.completable).length;
  return (
    <section
      aria-label={text("Selected rotations")}
      className="flex flex-col gap-3 border-b border-hairline bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="text-sm font-medium tabular-nums">
          {text("{count, plural, one {# cluster} other {# clusters}} selected", { count: clusters })}
        </p>
        <InlineSelect
          label={text("Rotate")}
          value={scope}
          options={scopes.map((each) => ({ value: each, label: text(rotationScopeLabels[each]) }))}
          onChange={(value) => {
            if (isRotationScope(value)) setScope(value);
          }}
        />
        {rotationRollsNodes(scope) && (
          <CheckField
            label={text("Leave the nodes for later")}
            className="text-sm"
            checked={later}
            onChange={setLater}
          />
        )}
        <Button size="sm" variant="primary" disabledReason={readOnly} onClick={() => void start()}>
          {text("Start rotation…")}
        </Button>
        <Button
          size="sm"
          aria-busy={checking}
          disabledReason={
            readOnly ??
            (completable === 0 ? text("None of the selected rotations is waiting to be completed.") : undefined)
          }
          onClick={() => void complete()}
        >
          {checking ? text("Reading checklists") : text("Complete those that are finished…")}
        </Button>
        <Button size="sm" variant="ghost" onClick={onUnmark}>
          {text("Clear selection")}
        </Button>
      </div>
      {left.length > 0 && (
        <Notice hue="caution" title={text("{count} left out of the completion", { count: left.length })} live>
          <ul className="list-disc pl-5">
            {left.map(({ cluster, reason }) => (
              <li key={`${cluster} ${reason}`}>
                {cluster}: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {fault !== undefined && (
        <p role="alert" className="text-sm text-negative-text">
          {fault}
        </p>
      )}
    </section>
  );
}

function isSame(found: readonly ExcludedRotation[], shown: readonly ExcludedRotation[]): boolean {
  return JSON.stringify(found) === JSON.stringify(shown);
}

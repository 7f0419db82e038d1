import type { BulkIntent } from "#lib/act/bulk/bulk-run.ts";
import type { BulkVerb } from "#lib/act/bulk-verbs.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { toInlineNamedLabel } from "#lib/language/to-inline-label.ts";
import type { ClusterRotation } from "./rotation-board.ts";
import { type RotationScope, rotationCompletionAct, rotationScopeLabels, rotationStartAct } from "./rotation-scope.ts";

/** Title, action and clusters with which a bulk run of rotations is started. */
interface BulkRotation {
  readonly verb: BulkVerb;
  readonly title: string;
  readonly intent: BulkIntent;
  readonly rows: readonly FleetRow[];
}

/** Returns the bulk run that starts a rotation in each selected cluster; its plan checks each of them. */
export function bulkRotationStartOf(
  marked: readonly ClusterRotation[],
  { scope, withoutRollout }: { readonly scope: RotationScope; readonly withoutRollout: boolean },
): BulkRotation {
  const rows = new Map(marked.map(({ row }) => [row.uid, row]));
  const credential = toInlineNamedLabel(text(rotationScopeLabels[scope]));
  return {
    verb: "Rotate",
    title: withoutRollout
      ? text("Start rotation of {credential}, nodes later", { credential })
      : text("Start rotation of {credential}", { credential }),
    intent: { kind: "act", act: rotationStartAct(scope, { withoutRollout, when: "now" }, false) },
    rows: [...rows.values()],
  };
}

export interface ExcludedRotation {
  /** Excluded cluster as `project/name`. */
  readonly cluster: string;
  readonly reason: string;
}

interface Stood {
  readonly line: ClusterRotation;
  readonly stand:
    | { readonly kind: "read"; readonly done: number; readonly total: number; readonly finished: boolean }
    | { readonly kind: "unreadable" };
}

/**
 * Returns the bulk run that completes rotations with a finished checklist; all others are excluded with a reason. One
 * run completes only one kind of credential, the most frequent one, because its confirmation has to name it.
 */
export function bulkRotationCompletionOf(stood: readonly Stood[]): {
  readonly run: BulkRotation | undefined;
  readonly leftOut: readonly ExcludedRotation[];
} {
  const ready = stood.filter((each) => reasonAgainst(each) === undefined);
  const byScope = Map.groupBy(ready, ({ line }) => line.scope);
  const [most] = [...byScope].sort(([, a], [, b]) => b.length - a.length);
  const leftOut = stood.flatMap((each): ExcludedRotation[] => {
    const { line } = each;
    const other =
      most && line.scope !== most[0]
        ? text("another rotation: {credential}", { credential: toInlineNamedLabel(line.credential) })
        : undefined;
    const reason = reasonAgainst(each) ?? other;
    return reason === undefined ? [] : [{ cluster: `${line.row.project}/${line.row.name}`, reason }];
  });
  const act = most && rotationCompletionAct(most[0]);
  if (!most || !act) return { run: undefined, leftOut };
  const [scope, lines] = most;
  return {
    run: {
      verb: "Complete",
      title: text("Complete the rotation of {credential}", {
        credential: toInlineNamedLabel(text(rotationScopeLabels[scope])),
      }),
      intent: { kind: "act", act },
      rows: lines.map(({ line }) => line.row),
    },
    leftOut,
  };
}

function reasonAgainst({ line, stand }: Stood): string | undefined {
  if (!line.completable) return text("it does not wait to be completed");
  if (stand.kind === "unreadable") return text("its checklist cannot be read");
  return stand.finished
    ? undefined
    : text("its checklist is not finished, {done} of {total}", { done: stand.done, total: stand.total });
}

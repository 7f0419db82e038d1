import type { BulkIntent } from "#lib/act/bulk/bulk-run.ts";
import type { FleetRow } from "../../contract/fleet.ts";
import type { RotationLine } from "./rotation-board.ts";
import { completeAct, type RotationScope, scopeNames, startAct } from "./rotation-scope.ts";

/** What a run over many clusters is made from. */
interface BulkRotation {
  readonly verb: string;
  readonly title: string;
  readonly intent: BulkIntent;
  readonly rows: readonly FleetRow[];
}

const lowered = (text: string) => text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** Starts a rotation in each of the marked clusters; the plan says of each whether it can be. */
export function bulkStart(
  marked: readonly RotationLine[],
  { scope, withoutRollout }: { readonly scope: RotationScope; readonly withoutRollout: boolean },
): BulkRotation {
  const rows = new Map(marked.map(({ row }) => [row.uid, row]));
  const later = withoutRollout ? ", nodes later" : "";
  return {
    verb: "Rotate",
    title: `Start rotation of ${lowered(scopeNames[scope])}${later}`,
    intent: { kind: "act", act: startAct(scope, { withoutRollout, when: "now" }, false) },
    rows: [...rows.values()],
  };
}

export interface LeftOut {
  /** `project/name`. */
  readonly cluster: string;
  readonly reason: string;
}

interface Stood {
  readonly line: RotationLine;
  readonly stand:
    | { readonly kind: "read"; readonly done: number; readonly total: number; readonly finished: boolean }
    | { readonly kind: "unreadable" };
}

/**
 * Completes what waits to be completed and has a finished checklist; all else is left out with its reason. One run drops
 * one kind of credential, that of most of them: what is dropped has to be said in one sentence.
 */
export function bulkCompletion(stood: readonly Stood[]): {
  readonly run: BulkRotation | undefined;
  readonly leftOut: readonly LeftOut[];
} {
  const ready = stood.filter((each) => reasonAgainst(each) === undefined);
  const byScope = Map.groupBy(ready, ({ line }) => line.scope);
  const [most] = [...byScope].sort(([, a], [, b]) => b.length - a.length);
  const leftOut = stood.flatMap((each): LeftOut[] => {
    const { line } = each;
    const other = most && line.scope !== most[0] ? `another rotation: ${lowered(line.credential)}` : undefined;
    const reason = reasonAgainst(each) ?? other;
    return reason === undefined ? [] : [{ cluster: `${line.row.project}/${line.row.name}`, reason }];
  });
  const act = most && completeAct(most[0]);
  if (!most || !act) return { run: undefined, leftOut };
  const [scope, lines] = most;
  return {
    run: {
      verb: "Complete",
      title: `Complete the rotation of ${lowered(scopeNames[scope])}`,
      intent: { kind: "act", act },
      rows: lines.map(({ line }) => line.row),
    },
    leftOut,
  };
}

function reasonAgainst({ line, stand }: Stood): string | undefined {
  if (!line.completable) return "it does not wait to be completed";
  if (stand.kind === "unreadable") return "its checklist cannot be read";
  return stand.finished ? undefined : `its checklist is not finished, ${stand.done} of ${stand.total}`;
}

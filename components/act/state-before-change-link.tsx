import { snapshotBeforeVersion, useSpecSnapshots } from "#components/data/queries/spec-snapshots.ts";
import type { ActRequestEntry } from "#components/data/storage/request-journal.ts";
import { Link } from "#components/ui/address/link.tsx";
import { text } from "#lib/language/text.ts";
import { comparePath } from "#lib/view/compare/compare-address.ts";

interface BeforeLinkProps {
  readonly entry: Pick<ActRequestEntry, "target" | "trace" | "answer">;
  /** Whether to explain why there is no link if no earlier state of the cluster is known. */
  readonly explains?: boolean;
}

/** Link that compares a cluster with its state before the user's change, if this tab has read the earlier state. */
export function StateBeforeChangeLink({ entry, explains = false }: BeforeLinkProps) {
  const seen = useSpecSnapshots();
  const { target, trace, answer } = entry;
  if (trace.kind !== "change" || !trace.ofSpec || answer?.kind !== "accepted") return null;
  const before = snapshotBeforeVersion(seen, { uid: target.uid, version: answer.accepted.resourceVersion });
  if (before === undefined) {
    if (!explains) return null;
    return <span className="text-tertiary">{text("This tab has not kept the state before it.")}</span>;
  }
  const { project, name } = target;
  return (
    <Link
      href={comparePath([
        { project, name, spec: before.spec },
        { project, name },
      ])}
      className="rounded-tag font-medium text-link hover:underline"
    >
      {text("Compare with before")}
    </Link>
  );
}

import { stateBefore, useSpecSnapshots } from "#components/data/queries/spec-snapshots.ts";
import type { JournalEntry } from "#components/data/storage/request-journal.ts";
import { Link } from "#components/ui/address/link.tsx";
import { text } from "#lib/language/text.ts";
import { comparePath } from "#lib/view/compare/compare-address.ts";

interface BeforeLinkProps {
  readonly entry: Pick<JournalEntry, "target" | "trace" | "answer">;
  /** Also explains when there is nothing to compare with. */
  readonly explains?: boolean;
}

/** Link from the user's own change to the cluster's state before it, if this tab has seen that. */
export function BeforeLink({ entry, explains = false }: BeforeLinkProps) {
  const seen = useSpecSnapshots();
  const { target, trace, answer } = entry;
  if (trace.kind !== "change" || !trace.ofSpec || answer?.kind !== "accepted") return null;
  const before = stateBefore(seen, { uid: target.uid, version: answer.accepted.resourceVersion });
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

import { Bookmark } from "lucide-react";
import { Instant } from "#components/data/fleet-parts/instant.tsx";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useDeleteView, useViewChangeWithToast } from "#components/data/views/use-view-change.ts";
import { useOpenAddress } from "#components/data/views/use-views.ts";
import { openViewTask } from "#components/data/views/view-door.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Tag } from "#components/ui/tag.tsx";
import type { Views } from "#lib/contract/views.ts";
import { text } from "#lib/language/text.ts";
import { isOfList } from "#lib/saved-views/change-views.ts";
import { addressInWords, keyOfLine, placeInWords, type ViewLine } from "#lib/saved-views/view-lines.ts";

interface ViewListProps {
  readonly lines: readonly ViewLine[];
  readonly shared: Views["shared"];
}

export function ViewList({ lines, shared }: ViewListProps) {
  if (lines.length === 0) {
    return (
      <EmptyState icon={<Bookmark />} title={text("No saved views yet")}>
        {text("Narrow a list down and save what you see.")}
      </EmptyState>
    );
  }
  const readers = new Set(shared.flatMap(({ project, mayWrite }) => (mayWrite ? [] : [project])));
  return (
    <ul aria-label={text("Saved views")} className="divide-y divide-hairline">
      {lines.map((line) => (
        <ViewItem key={line.key} line={line} mayWrite={line.project === undefined || !readers.has(line.project)} />
      ))}
    </ul>
  );
}

function ViewItem({ line, mayWrite }: { readonly line: ViewLine; readonly mayWrite: boolean }) {
  const { view, project, isFirst } = line;
  const { page, asks } = addressInWords(view.address);
  const addressOf = useOpenAddress();
  const at = () => <Instant at={view.at} form="relative" />;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-72">
        <p className="flex flex-wrap items-center gap-x-2">
          <Link href={addressOf(line)} className="text-base font-medium break-words text-link hover:underline">
            {view.name}
          </Link>
          {isFirst && <Tag hue="neutral">{text("Default")}</Tag>}
        </p>
        <p className="text-base break-words">
          {page}
          {asks !== "" && <span className="text-secondary">, {asks}</span>}
        </p>
        <p className="text-sm break-words text-secondary">
          {project === undefined
            ? richText("{place}, changed <at></at>", { place: placeInWords(project), at })
            : richText("{place}, changed <at></at> by {by}", { place: placeInWords(project), at, by: view.by })}
        </p>
      </div>
      <ViewActs line={line} mayWrite={mayWrite} />
    </li>
  );
}

function ViewActs({ line, mayWrite }: { readonly line: ViewLine; readonly mayWrite: boolean }) {
  const { view, project, isFirst } = line;
  const readOnly = useReadOnlyReason();
  const { change, isPending } = useViewChangeWithToast();
  const deleting = useDeleteView();
  const right = text("You cannot change the views of {project}: that takes the right to change ConfigMaps there.", {
    project: project ?? "",
  });
  const whyNot = readOnly ?? (mayWrite ? undefined : right);
  const ofThis = <span className="sr-only"> {view.name}</span>;
  return (
    <div className="flex flex-wrap gap-2">
      {isOfList(view) && (
        <Button
          size="sm"
          disabledReason={readOnly ?? (isPending ? text("Being saved.") : undefined)}
          onClick={() =>
            isFirst
              ? change({ kind: "open-with" }, text("Clusters no longer opens with {name}", { name: view.name }))
              : change(
                  { kind: "open-with", view: keyOfLine(line) },
                  text("Clusters opens with {name}", { name: view.name }),
                )
          }
        >
          {isFirst ? text("Remove as default") : text("Make default")}
          {ofThis}
        </Button>
      )}
      <Button size="sm" disabledReason={whyNot} onClick={() => openViewTask({ kind: "change", line })}>
        {text("Rename…")}
        {ofThis}
      </Button>
      {project === undefined ? (
        <Button
          size="sm"
          disabledReason={whyNot ?? (deleting.isPending ? text("Being deleted.") : undefined)}
          onClick={() => deleting.remove(line)}
        >
          {text("Delete")}
          {ofThis}
        </Button>
      ) : (
        <Button size="sm" disabledReason={whyNot} onClick={() => openViewTask({ kind: "delete", line })}>
          {text("Delete…")}
          {ofThis}
        </Button>
      )}
    </div>
  );
}

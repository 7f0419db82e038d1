import { Table } from "#components/ui/table.tsx";
import { type Message, text } from "#lib/language/text.ts";
import { affectedBy } from "#lib/view/rotations/affected.ts";
import type { RotationScope } from "#lib/view/rotations/rotation-scope.ts";

interface AffectedTableProps {
  readonly scope: RotationScope;
  readonly manner: "two-step" | "one-step";
}

/** What is affected by each phase: the question that people ask first. */
export function AffectedTable({ scope, manner }: AffectedTableProps) {
  const twoSteps = manner === "two-step";
  const cell = (words: Message, stops: boolean) => (
    <td className="px-2 py-1.5 align-top">
      {stops ? <strong className="font-medium text-negative-text">{text(words)}</strong> : text(words)}
    </td>
  );
  return (
    <Table
      caption={text("What is affected")}
      captionClass="pt-3 pb-1 text-left text-base font-semibold text-ink"
      columns={
        twoSteps
          ? [{ title: text("Part") }, { title: text("Prepare") }, { title: text("Complete") }]
          : [{ title: text("Part") }, { title: text("Rotate") }]
      }
      className="w-full border-t border-hairline text-left text-sm text-secondary"
      cellClass="px-2 py-1.5 first:pl-0"
    >
      {affectedBy[scope].map(({ what, prepare, complete, stops }) => (
        <tr key={`${what}`}>
          <th scope="row" className="py-1.5 pr-2 align-top font-medium text-ink">
            {text(what)}
          </th>
          {cell(prepare, stops === "prepare")}
          {twoSteps && cell(complete, stops === "complete")}
        </tr>
      ))}
    </Table>
  );
}

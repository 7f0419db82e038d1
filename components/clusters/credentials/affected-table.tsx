import { affectedBy } from "#lib/view/rotations/affected.ts";
import type { RotationScope } from "#lib/view/rotations/rotation-scope.ts";

interface AffectedTableProps {
  readonly scope: RotationScope;
  readonly manner: "two-step" | "one-step";
}

/** What is affected by each phase: the question that people ask first. */
export function AffectedTable({ scope, manner }: AffectedTableProps) {
  const twoSteps = manner === "two-step";
  const cell = (text: string, stops: boolean) => (
    <td className="px-2 py-1.5 align-top">
      {stops ? <strong className="font-medium text-negative-text">{text}</strong> : text}
    </td>
  );
  return (
    <table className="w-full border-t border-hairline text-left text-sm text-secondary">
      <caption className="pt-3 pb-1 text-left text-base font-semibold text-ink">What is affected</caption>
      <thead className="text-xs text-tertiary">
        <tr>
          <th scope="col" className="py-1.5 pr-2 font-medium">
            Part
          </th>
          <th scope="col" className="px-2 py-1.5 font-medium">
            {twoSteps ? "Prepare" : "Rotate"}
          </th>
          {twoSteps && (
            <th scope="col" className="px-2 py-1.5 font-medium">
              Complete
            </th>
          )}
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline border-t border-hairline">
        {affectedBy[scope].map(({ what, prepare, complete, stops }) => (
          <tr key={what}>
            <th scope="row" className="py-1.5 pr-2 align-top font-medium text-ink">
              {what}
            </th>
            {cell(prepare, stops === "prepare")}
            {twoSteps && cell(complete, stops === "complete")}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

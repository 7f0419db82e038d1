import type { ExpectedSeedAnswer } from "#lib/contract/seeds.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { formatList } from "#lib/words/format-list.ts";

/** Who can do what helps. */
const doneBy = {
  Owner: message("For the owner of the cluster:"),
  Operator: message("For an operator:"),
} as const satisfies Record<ExpectedSeedAnswer["reasons"][number]["by"], Message>;

/** Why no Seed takes a cluster: each reason with its Seeds, what helps, and who can do it. */
export function SeedReasons({ reasons }: Pick<ExpectedSeedAnswer, "reasons">) {
  if (reasons.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2 text-base">
      {reasons.map(({ sentence, remedy, by, seeds }) => (
        <li key={sentence} className="text-pretty">
          <span className="font-medium break-words" translate="no">
            {formatList(seeds)}
          </span>
          <span className="block">{sentence}</span>
          <span className="block text-secondary">
            {text(doneBy[by])} {remedy}
          </span>
        </li>
      ))}
    </ul>
  );
}

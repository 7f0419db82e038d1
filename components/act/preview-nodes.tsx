import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { Table } from "#components/ui/table.tsx";
import { formatRange, formatSurge, rolloutAssumptionsOf } from "#lib/act/preview/preview-labels.ts";
import type { PoolEffect } from "#lib/contract/act.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { formatDuration } from "#lib/words/format-time.ts";

type Rollout = NonNullable<PoolEffect["rollout"]>;

const estimates: readonly {
  readonly title: Message;
  readonly hint?: Message;
  readonly words: (rollout: Rollout) => string;
}[] = [
  { title: message("Nodes"), words: ({ nodes }) => formatRange(nodes) },
  { title: message("Surge"), hint: message("Max surge and max unavailable of the first zone"), words: formatSurge },
  { title: message("Waves"), words: ({ waves }) => formatRange(waves) },
  { title: message("Usually"), words: ({ usualSeconds }) => formatDuration(usualSeconds * 1_000) },
  { title: message("At most"), words: ({ seconds }) => formatDuration(seconds.most * 1_000) },
];

/** Effect of the action on the nodes of each worker pool. All numbers are estimates; their assumptions are listed. */
export function PreviewNodes({ pools }: { readonly pools: readonly PoolEffect[] }) {
  const assumptions = rolloutAssumptionsOf(pools);
  const rolling = pools.some(({ rollout }) => rollout !== undefined);
  return (
    <>
      <ScrollBox label={text("Nodes by pool")} className="-mx-1 px-1">
        <Table
          aria-label={text("Nodes by pool")}
          columns={[
            { title: text("Pool") },
            { title: text("What happens") },
            ...(rolling ? estimates : []).map(({ title, hint }) => ({
              title: text(title),
              numeric: true,
              ...(hint && { hint: text(hint) }),
            })),
          ]}
          cellClass="py-1 pr-3 last:pr-0"
          bodyClass="divide-y divide-hairline align-top"
        >
          {pools.map((pool) => (
            <PoolLine key={pool.name} pool={pool} rolling={rolling} />
          ))}
        </Table>
      </ScrollBox>
      {assumptions.length > 0 && (
        <ul className="mt-1.5 text-xs text-pretty text-tertiary">
          {assumptions.map((assumption) => (
            <li key={assumption}>{assumption}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function PoolLine({ pool, rolling }: { readonly pool: PoolEffect; readonly rolling: boolean }) {
  const { name, sentence, triggers, rollout } = pool;
  return (
    <tr>
      <th scope="row" className="py-1.5 pr-3 text-left font-mono font-medium whitespace-nowrap" translate="no">
        {name}
      </th>
      <td className="min-w-48 py-1.5 pr-3 text-pretty text-secondary">
        {sentence}
        {triggers.length > 0 && <span className="text-tertiary"> ({triggers.join(", ")})</span>}
      </td>
      {rolling &&
        estimates.map(({ title, words }) => (
          <td key={text(title)} className="py-1.5 pr-3 text-right whitespace-nowrap tabular-nums last:pr-0">
            {rollout ? words(rollout) : "–"}
          </td>
        ))}
    </tr>
  );
}

import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { Table, type TableColumn } from "#components/ui/table.tsx";
import { assumptionsOf, rangeWords, surgeWords } from "#lib/act/preview/preview-words.ts";
import type { PoolEffect } from "#lib/contract/act.ts";
import { formatDuration } from "#lib/words/format-time.ts";

const columns: readonly TableColumn[] = [{ title: "Pool" }, { title: "What happens" }];
const rollingColumns: readonly TableColumn[] = [
  { title: "Nodes", numeric: true },
  { title: "Surge", numeric: true, hint: "Max surge and max unavailable of the first zone" },
  { title: "Waves", numeric: true },
  { title: "Usually", numeric: true },
  { title: "At most", numeric: true },
];

/** Effect on the nodes, pool by pool. All numbers are estimates, and what they rest on is said. */
export function PreviewNodes({ pools }: { readonly pools: readonly PoolEffect[] }) {
  const assumptions = assumptionsOf(pools);
  const rolling = pools.some(({ rollout }) => rollout !== undefined);
  return (
    <>
      <ScrollBox label="Nodes by pool" className="-mx-1 px-1">
        <Table
          aria-label="Nodes by pool"
          columns={rolling ? [...columns, ...rollingColumns] : columns}
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
      {rolling && (
        <>
          <td className="py-1.5 pr-3 text-right tabular-nums">{rollout ? rangeWords(rollout.nodes) : "–"}</td>
          <td className="py-1.5 pr-3 text-right whitespace-nowrap tabular-nums">
            {rollout ? surgeWords(rollout) : "–"}
          </td>
          <td className="py-1.5 pr-3 text-right tabular-nums">{rollout ? rangeWords(rollout.waves) : "–"}</td>
          <td className="py-1.5 pr-3 text-right whitespace-nowrap tabular-nums">
            {rollout ? formatDuration(rollout.usualSeconds * 1_000) : "–"}
          </td>
          <td className="py-1.5 text-right whitespace-nowrap tabular-nums">
            {rollout ? formatDuration(rollout.seconds.most * 1_000) : "–"}
          </td>
        </>
      )}
    </tr>
  );
}

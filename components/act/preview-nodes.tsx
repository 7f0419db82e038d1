import type { PoolEffect } from "#lib/contract/act.ts";
import { assumptionsOf, rangeWords, spanWords, surgeWords } from "#lib/view/act/preview-words.ts";

/** What becomes of the nodes, pool by pool. All numbers are estimates, and what they rest on is said. */
export function PreviewNodes({ pools }: { readonly pools: readonly PoolEffect[] }) {
  const assumptions = assumptionsOf(pools);
  const rolling = pools.some(({ rollout }) => rollout !== undefined);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard. */}
      <section className="scrollbar-thin -mx-1 overflow-x-auto px-1" tabIndex={0} aria-label="Nodes by pool">
        <table className="w-full text-sm">
          <thead className="text-left text-xs text-tertiary">
            <tr>
              <th className="py-1 pr-3 font-medium">Pool</th>
              <th className="py-1 pr-3 font-medium">What happens</th>
              {rolling && (
                <>
                  <th className="py-1 pr-3 text-right font-medium">Nodes</th>
                  <th className="py-1 pr-3 text-right font-medium" title="More and fewer nodes meanwhile">
                    Meanwhile
                  </th>
                  <th className="py-1 pr-3 text-right font-medium">Waves</th>
                  <th className="py-1 text-right font-medium">Estimate</th>
                </>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-hairline align-top">
            {pools.map((pool) => (
              <PoolLine key={pool.name} pool={pool} rolling={rolling} />
            ))}
          </tbody>
        </table>
      </section>
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
          <td className="py-1.5 text-right whitespace-nowrap tabular-nums">
            {rollout ? spanWords(rollout.seconds) : "–"}
          </td>
        </>
      )}
    </tr>
  );
}

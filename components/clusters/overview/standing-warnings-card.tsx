"use client";

import { Card } from "#components/ui/card.tsx";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import { text } from "#lib/language/text.ts";

/** What the garden warns of with every change, and which no preview shows as news. Nothing where there is none. */
export function StandingWarningsCard({ cluster: { warnings } }: { readonly cluster: Pick<ClusterDetail, "warnings"> }) {
  if (warnings.length === 0) return null;
  return (
    <Card id="standing-warnings" title={text("API warnings")}>
      <ul className="-my-3.5 divide-y divide-hairline">
        {warnings.map(({ field, sentence }) => (
          <li key={field} className="py-3 text-sm">
            <code translate="no">{field}</code>
            <p className="mt-1 text-pretty text-secondary">{sentence}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

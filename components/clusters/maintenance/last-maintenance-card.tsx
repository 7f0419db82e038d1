"use client";

import { Instant } from "#components/data/instant.tsx";
import { Card } from "#components/ui/card.tsx";
import type { LastMaintenance, Shoot } from "#lib/garden/shoot.ts";
import { explainMaintenance } from "#lib/view/maintenance/last-maintenance-words.ts";
import { MaintenanceState } from "../overview/maintenance-card.tsx";

/** What the last maintenance did, did not do, and why. */
export function LastMaintenanceCard({ shoot }: { readonly shoot: Shoot }) {
  const last = shoot.status?.lastMaintenance;
  return (
    <Card id="last-maintenance" title="Last maintenance">
      {last ? <Explained last={last} /> : <p className="text-base text-secondary">None is reported.</p>}
    </Card>
  );
}

function Explained({ last }: { readonly last: LastMaintenance }) {
  const { meaning, done, failures } = explainMaintenance(last);
  return (
    <div className="text-sm">
      <MaintenanceState state={last.state} />
      <p className="mt-1 text-secondary">
        <Instant at={last.triggeredTime} />
      </p>
      <p className="mt-2 text-pretty">{meaning}</p>
      <Entries title="What it did or tried" entries={done} />
      <Entries title="Why it failed" entries={failures} bad />
    </div>
  );
}

interface EntriesProps {
  readonly title: string;
  readonly entries: readonly string[];
  readonly bad?: boolean;
}

function Entries({ title, entries, bad = false }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <div className="mt-3">
      <h3 className="font-semibold">{title}</h3>
      <ul className={`mt-1 list-disc pl-4 break-words ${bad ? "text-negative-text" : "text-secondary"}`}>
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </div>
  );
}

"use client";

import type { LastMaintenance as Maintenance, Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { explainMaintenance } from "#lib/view/maintenance/last-maintenance-words.ts";
import { LastMaintenance } from "../overview/maintenance-card.tsx";

/** What the last maintenance did, did not do, and why. */
export function LastMaintenanceCard({ shoot }: { readonly shoot: Shoot }) {
  return <LastMaintenance shoot={shoot}>{(last) => <Explained last={last} />}</LastMaintenance>;
}

function Explained({ last }: { readonly last: Maintenance }) {
  const { meaning, done, failures } = explainMaintenance(last);
  return (
    <>
      <p className="mt-2 text-pretty">{meaning}</p>
      <Entries title={text("What it did or tried")} entries={done} />
      <Entries title={text("Why it failed")} entries={failures} bad />
    </>
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

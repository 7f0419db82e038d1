import { useMemo, useState } from "react";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { text } from "#lib/language/text.ts";
import { rollOutStates } from "#lib/policy/next/roll-out.ts";
import { openRollOuts } from "#lib/view/seeds/roll-out-grid.ts";
import { type SeedRow, seedsByRelease } from "#lib/view/seeds/select-seeds.ts";
import { rollOutLooks } from "./roll-out-looks.ts";
import { RollOutShape } from "./roll-out-squares.tsx";
import { SeedRollOut } from "./seed-roll-out.tsx";

/** Seeds that are drawn at once; more follow on demand. */
const fewSeeds = 3;

/** Card of how far Gardener's releases have come: which Seeds have them, and what their clusters did since. */
export function RollOutCard({ rows }: { readonly rows: readonly SeedRow[] }) {
  const [all, setAll] = useState(false);
  const releases = useMemo(() => seedsByRelease(rows.map(({ seed }) => seed)), [rows]);
  const { open, finished } = useMemo(() => openRollOuts(rows), [rows]);
  const shown = all ? open : open.slice(0, fewSeeds);
  return (
    <Card id="roll-out" title={text("Roll-out of Gardener")}>
      <div className="flex flex-col gap-4">
        <Releases releases={releases} />
        {rows.some(({ clusters }) => clusters === undefined) ? (
          <Skeleton className="h-24 w-full" />
        ) : (
          <>
            <p className="text-base text-secondary">
              {open.length === 0
                ? text("All clusters were last reconciled by the present gardenlet of their Seed.")
                : text(
                    "{open, plural, one {# Seed has} other {# Seeds have}} clusters that the present gardenlet has not reconciled successfully; {finished, plural, one {# has} other {# have}} none.",
                    { open: open.length, finished },
                  )}
            </p>
            {open.length > 0 && <Legend />}
            <ul className="flex flex-col divide-y divide-hairline empty:hidden">
              {shown.map((row) => (
                <SeedRollOut key={row.seed.name} {...row} />
              ))}
            </ul>
            {open.length > shown.length && (
              <button type="button" onClick={() => setAll(true)} className="w-fit text-base text-link hover:underline">
                {text("Show {count} more", { count: open.length - shown.length })}
              </button>
            )}
          </>
        )}
      </div>
    </Card>
  );
}

function Releases({ releases }: { readonly releases: ReturnType<typeof seedsByRelease> }) {
  const [newest, ...older] = releases;
  if (newest === undefined) return <p className="text-secondary">{text("No Seed reports a release.")}</p>;
  return (
    <ul aria-label={text("Seeds by release")} className="flex flex-wrap gap-x-5 gap-y-1 text-base">
      {[newest, ...older].map(({ release, seeds }) => (
        <li key={release}>
          <Link
            href={`/seeds?gardener=${encodeURIComponent(release.replace(/^v/, ""))}`}
            className="font-medium text-link hover:underline"
            translate="no"
          >
            {release.replace(/^v/, "")}
          </Link>{" "}
          <span className="text-secondary tabular-nums">
            {text("{count, plural, one {# Seed} other {# Seeds}}", { count: seeds })}
            {release === newest.release && ` · ${text("newest")}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Legend() {
  return (
    <ul aria-label={text("Legend")} className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-secondary">
      {rollOutStates.map((state) => (
        <li key={state} className="flex items-center gap-1.5">
          <RollOutShape state={state} />
          {text(rollOutLooks[state].label)}
        </li>
      ))}
    </ul>
  );
}

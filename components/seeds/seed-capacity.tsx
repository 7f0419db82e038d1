import { ProgressBar } from "#components/ui/progress-bar.tsx";
import type { ListedSeed } from "#lib/contract/seed/seed-list.ts";
import { text } from "#lib/language/text.ts";
import { seedFilling } from "#lib/view/seeds/select-seeds.ts";

const hues = { full: "negative", "nearly-full": "caution", free: "info" } as const;

/** How many clusters a Seed has and can have. */
export function SeedCapacity({ seed }: { readonly seed: ListedSeed }) {
  const { name, used, allocatable } = seed;
  const filling = seedFilling(seed);
  if (allocatable === undefined)
    return (
      <span className="tabular-nums">
        {used === undefined ? text("no limit") : text("{used, number}, no limit", { used })}
      </span>
    );
  if (used === undefined || filling === undefined)
    return (
      <span className="tabular-nums">
        {text("{allocatable, number} at most", { allocatable })}
        <span className="block text-sm text-tertiary">{text("used: not visible to you")}</span>
      </span>
    );
  return (
    <span className="block">
      <span className="tabular-nums">
        {text("{used, number} of {allocatable, number}", { used, allocatable })}
        {filling === "full" && <span className="font-medium text-negative-text"> {text("full")}</span>}
        {filling === "nearly-full" && <span className="font-medium text-caution-text"> {text("nearly full")}</span>}
      </span>
      <ProgressBar
        label={text("Used capacity of {name}", { name })}
        value={allocatable === 0 ? 100 : Math.min(100, Math.round((100 * used) / allocatable))}
        hue={hues[filling]}
        className="mt-1 max-w-32"
      />
    </span>
  );
}

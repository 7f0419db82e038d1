import { clsx } from "clsx";
import { roleFill, roleText } from "#components/ui/role-classes.ts";
import type { Standing } from "#lib/contract/gardens.ts";
import { standingWords } from "#lib/view/gardens/standing-words.ts";
import { useClock } from "../address/use-clock.ts";

/** State of a garden: how far the data shown can be trusted. */
export function GardenStanding({ standing }: { readonly standing: Standing }) {
  const { text, role } = standingWords(standing, useClock());
  return (
    <span className="inline-flex items-center gap-1.5 text-sm">
      <span aria-hidden data-graphic className={clsx("size-2 shrink-0 rounded-full", roleFill[role])} />
      <span className={clsx(standing.state === "live" ? "text-secondary" : roleText[role])}>{text}</span>
    </span>
  );
}

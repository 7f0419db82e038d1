import { ArrowRight, LogIn } from "lucide-react";
import { GardenStanding } from "#components/data/fleet-parts/garden-standing.tsx";
import { buttonVariants } from "#components/ui/button.tsx";
import type { GardenEntry } from "#lib/contract/gardens.ts";
import { text } from "#lib/language/text.ts";
import { gardenPrefix } from "#lib/text/garden-address.ts";
import { GardenFigures } from "./garden-figures.tsx";

interface GardenLineProps {
  readonly garden: GardenEntry;
  readonly next: string;
  /** What is searched for in every garden; often nothing. */
  readonly search: string;
}

/** One garden. Going there loads a new document: a document knows one garden only. */
export function GardenLine({ garden: { name, kind, standing, user }, next, search }: GardenLineProps) {
  const prefix = gardenPrefix(name);
  const page = next === "/" ? prefix : `${prefix}${next}`;
  const href = user === undefined ? `${prefix}/login?next=${encodeURIComponent(page)}` : page;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <h2 className="text-base font-semibold wrap-anywhere">
          {name}
          {kind === "embedded" && <span className="ml-2 text-sm font-normal text-tertiary">{text("demo garden")}</span>}
        </h2>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-secondary">
          {standing !== undefined && <GardenStanding standing={standing} />}
          <span className="min-w-0 wrap-anywhere">
            {user === undefined
              ? text("You are not signed in")
              : text("Signed in as {name}", { name: user.displayName ?? user.name })}
          </span>
        </p>
        {user !== undefined && <GardenFigures garden={name} search={search} />}
      </div>
      <a href={href} className={buttonVariants({ variant: user === undefined ? "primary" : "secondary" })}>
        {user === undefined ? <LogIn aria-hidden /> : <ArrowRight aria-hidden />}
        {user === undefined ? text("Sign in") : text("Open")}
        <span className="sr-only">: {name}</span>
      </a>
    </li>
  );
}

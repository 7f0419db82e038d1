import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { gardenHere } from "#components/data/address/garden-here.ts";
import { GardenStanding } from "#components/data/fleet-parts/garden-standing.tsx";
import { gardensQuery } from "#components/data/queries/gardens-queries.ts";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import { text } from "#lib/language/text.ts";
import { gardenPrefix } from "#lib/text/garden-address.ts";

/** The gardens to go to, each with how it fares and whether one is signed in there. A new document knows the other garden. */
export function GardenChoices() {
  const gardens = useQuery(gardensQuery).data?.gardens ?? [];
  const page = samePage(usePagePath());
  return (
    <nav aria-label={text("Gardens")} className="mb-1 border-b border-hairline pb-1">
      <div aria-hidden className="px-2 pt-1 pb-1 text-xs font-medium text-tertiary">
        {text("Gardens")}
      </div>
      <ul>
        {gardens.map(({ name, standing, user }) => (
          <li key={name}>
            <a
              href={`${gardenPrefix(name)}${page}`}
              aria-current={name === gardenHere() ? "true" : undefined}
              className="focus-inset flex min-h-8 items-center gap-2 rounded-control px-2 py-1 text-base hover:bg-hover"
            >
              <span className="flex min-w-0 flex-1 flex-col">
                <span className="truncate">{name}</span>
                <span className="flex gap-2 text-xs text-tertiary">
                  {standing !== undefined && <GardenStanding standing={standing} />}
                  {user === undefined && <span className="truncate">{text("Not signed in")}</span>}
                </span>
              </span>
              {name === gardenHere() && <Check aria-hidden className="size-4 shrink-0" />}
            </a>
          </li>
        ))}
        <li>
          <a
            href="/gardens"
            className="focus-inset flex min-h-8 items-center rounded-control px-2 py-1 text-base text-link hover:bg-hover"
          >
            {text("All gardens")}
          </a>
        </li>
      </ul>
    </nav>
  );
}

/** The page that every garden has alike; a cluster, a profile or a run is of one garden. */
function samePage(path: string): string {
  const [, noun = ""] = path.split("/");
  return noun === "" ? "" : `/${noun}`;
}

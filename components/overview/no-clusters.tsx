import { Sprout } from "lucide-react";
import { Link } from "#components/ui/address/link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { message, text } from "#lib/language/text.ts";

const ways = [
  { href: "/versions", label: message("See which versions there are, and until when") },
  { href: "/session", label: message("See who you are here, and your permissions") },
  { href: "/glossary", label: message("Look up words") },
] as const;

/** Message on an overview without clusters: why there are none, who can change that, and what else the user can do. */
export function NoClusters({ projects }: { readonly projects: readonly string[] }) {
  return (
    <EmptyState
      icon={<Sprout />}
      title={text("No clusters to show")}
      action={
        <ul className="flex flex-col gap-2 text-base">
          {ways.map(({ href, label }) => (
            <li key={href}>
              <Link href={href} className="font-medium text-link hover:underline">
                {text(label)}
              </Link>
            </li>
          ))}
        </ul>
      }
    >
      {projects.length === 0
        ? text("You see the clusters of projects that you are a member of. Ask the owner of a project to add you.")
        : text(
            "There is no cluster in {names}{isMore, select, true { and the other projects that you see} other {}} yet. One that is created appears here.",
            { names: projects.slice(0, 3).join(", "), isMore: String(projects.length > 3) },
          )}
    </EmptyState>
  );
}

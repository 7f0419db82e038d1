import { Sprout } from "lucide-react";
import { Link } from "#components/ui/address/link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

const ways = [
  { href: "/versions", label: "See which versions there are, and until when" },
  { href: "/session", label: "See who you are here, and your permissions" },
  { href: "/glossary", label: "Look up words" },
] as const;

/** Why there is nothing to see, who can change that, and what can be done meanwhile. */
export function NoClusters({ projects }: { readonly projects: readonly string[] }) {
  return (
    <EmptyState
      icon={<Sprout />}
      title="No clusters to show"
      action={
        <ul className="flex flex-col gap-2 text-base">
          {ways.map(({ href, label }) => (
            <li key={href}>
              <Link href={href} className="font-medium text-link hover:underline">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      }
    >
      {projects.length === 0
        ? "You see the clusters of projects that you are a member of. Ask the owner of a project to add you."
        : `There is no cluster in ${projects.slice(0, 3).join(", ")}${projects.length > 3 ? " and the other projects that you see" : ""} yet. One that is created appears here.`}
    </EmptyState>
  );
}

import { Link } from "#components/ui/address/link.tsx";
import type { Profile } from "#lib/contract/versions.ts";
import { emptyFleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { profileFilter } from "#lib/fleet/profile-key.ts";
import { text } from "#lib/language/text.ts";

/** Returns the address of the list with exactly the clusters counted. */
export function clustersAddress(profile: Profile, key: "k8s" | "img", value: string): string {
  const filters = new Map<string, readonly string[]>([
    [key, [value]],
    ...profileFilter(profile).map(([name, wanted]) => [name, [wanted]] as const),
  ]);
  return `/clusters${formatFleetQuery({ ...emptyFleetQuery, filters })}`;
}

/** List of the profiles' clusters with a Gardener release; undefined where several profiles have no common filter. */
export function releaseAddress(
  release: string,
  profiles: readonly { readonly profile: Profile }[],
): string | undefined {
  const [first, second] = profiles;
  const isShared = profiles.every(({ profile }) => profile.kind === "CloudProfile");
  if (first === undefined || (second !== undefined && !isShared)) return undefined;
  const filters = new Map<string, readonly string[]>([
    ...profileFilter(first.profile).map(([key, value]) => [key, [value]] as const),
    ...(second === undefined ? [] : [["profile", profiles.map(({ profile }) => profile.name)] as const]),
    ["gardener", [release]],
  ]);
  return `/clusters${formatFleetQuery({ ...emptyFleetQuery, filters })}`;
}

interface ClustersLinkProps {
  readonly href: string;
  readonly count: number;
  /** Common trait of the clusters, for screen readers, which may read the link alone. */
  readonly on: string;
  readonly tabIndex?: number;
}

export function ClustersLink({ href, count, on, ...rest }: ClustersLinkProps) {
  return (
    <Link
      {...rest}
      href={href}
      prefetch={false}
      data-grid-widget
      className="rounded-tag font-medium text-link tabular-nums hover:underline"
    >
      {text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters: count })}
      <span className="sr-only"> {text("on {on}", { on })}</span>
    </Link>
  );
}

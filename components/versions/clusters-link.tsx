import { Link } from "#components/ui/address/link.tsx";
import type { Profile } from "#lib/contract/versions.ts";
import { emptyFleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { profileFilter } from "#lib/fleet/profile-key.ts";
import { text } from "#lib/language/text.ts";

/** Returns the path of the list of all clusters that use a version of the profile. */
export function addressOfClustersOnVersion(profile: Profile, key: "k8s" | "img", value: string): string {
  const filters = new Map<string, readonly string[]>([
    [key, [value]],
    ...profileFilter(profile).map(([name, wanted]) => [name, [wanted]] as const),
  ]);
  return `/clusters${formatFleetQuery({ ...emptyFleetQuery, filters })}`;
}

/** Path of the cluster list for these profiles and a Gardener release; undefined if no filter selects exactly those. */
export function addressOfClustersOnGardenerRelease(
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
  /** What the clusters have in common, for screen reader users who read the link without its context. */
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

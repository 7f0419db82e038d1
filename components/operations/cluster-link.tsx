import { Link } from "#components/ui/address/link.tsx";
import { clusterPath } from "#lib/fleet/cluster-path.ts";

interface ClusterLinkProps {
  readonly cluster: { readonly project: string; readonly name: string };
}

export function ClusterLink({ cluster: { project, name } }: ClusterLinkProps) {
  return (
    <Link
      href={clusterPath({ project, name })}
      prefetch={false}
      className="-my-0.5 inline-block rounded-tag py-0.5 font-medium text-ink hover:text-link hover:underline"
    >
      <span className="font-normal text-tertiary">{project}/</span>
      {name}
    </Link>
  );
}

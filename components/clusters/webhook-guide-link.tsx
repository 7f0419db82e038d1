import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";

/** Link to the guide on admission webhooks, shown where Gardener reports one as a problem. */
export function WebhookGuideLink({ cluster }: { readonly cluster: ClusterRef }) {
  return (
    <p>
      <Link href={`${clusterPath(cluster)}/advanced#webhooks`} className="rounded-tag text-link hover:underline">
        {text("Selector to copy, and what Gardener changes")}
      </Link>
    </p>
  );
}

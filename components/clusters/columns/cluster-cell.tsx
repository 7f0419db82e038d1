import { Moon, Trash2 } from "lucide-react";
import { Link } from "#components/ui/address/link.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { RowMenu } from "../actions/row-menu.tsx";
import { clusterPath } from "../cluster-path.ts";

export function ClusterCell({ row }: { readonly row: FleetRow }) {
  return (
    <>
      <span className="flex min-w-0 flex-1 items-center gap-1.5 in-data-[density=cosy]:flex-wrap in-data-[density=cosy]:gap-y-0 in-data-[density=comfortable]:flex-wrap in-data-[density=comfortable]:gap-y-0">
        <Link
          href={clusterPath(row)}
          prefetch={false}
          tabIndex={-1}
          data-grid-widget
          className="focus-inset min-w-0 truncate rounded-tag font-medium text-ink hover:text-link hover:underline"
        >
          {row.name}
        </Link>
        {row.hibernated && (
          <span className="shrink-0 text-info-text" title={text("Hibernated")}>
            <Moon aria-hidden className="size-3.5" />
            <span className="sr-only">{text("hibernated")}</span>
          </span>
        )}
        {row.deletionRequestedAt !== undefined && (
          <span className="shrink-0 text-neutral-text" title={text("Being deleted")}>
            <Trash2 aria-hidden className="size-3.5" />
            <span className="sr-only">{text("being deleted")}</span>
          </span>
        )}
        <span className="min-w-10 shrink-[4] truncate text-xs text-tertiary in-data-[density=comfortable]:basis-full in-data-[density=cosy]:basis-full in-data-[density=cosy]:leading-3">
          {row.project}
        </span>
      </span>
      <RowMenu row={row} />
    </>
  );
}

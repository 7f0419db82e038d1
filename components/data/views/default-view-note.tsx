"use client";

import { House } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { Link } from "#components/ui/address/link.tsx";
import { addressToOpen } from "#lib/view/views/view-address.ts";
import { useViewHere } from "./use-views.ts";

/** Says that the list shows less than all because its reader asked for that once, and leads out of it. */
export function DefaultViewNote() {
  const here = useViewHere();
  const search = useSearchParams().toString();
  if (here?.isFirst !== true) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-secondary">
      <House aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 truncate">
        Default view: <span className="font-medium text-ink">{here.view.name}</span>
      </span>
      <Link href={addressToOpen("/clusters", search)} className="font-medium text-link hover:underline">
        Show all clusters
      </Link>
    </p>
  );
}

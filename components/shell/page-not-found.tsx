import Link from "next/link";
import { EmptyState } from "#components/ui/empty-state.tsx";

/** What an address says that no page has. */
export function PageNotFound() {
  return (
    <EmptyState
      heading="h1"
      title="Page not found"
      action={
        <Link href="/clusters" className="text-base font-medium text-link hover:underline">
          All clusters
        </Link>
      }
    >
      The link may be old or mistyped.
    </EmptyState>
  );
}

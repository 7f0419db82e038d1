import Link from "next/link";
import { EmptyState } from "#components/ui/empty-state.tsx";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
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
    </main>
  );
}

import { Skeleton } from "#components/ui/skeleton.tsx";

/** Keeps the places of the four parts while the fleet is being read. */
export function ForecastSkeleton() {
  return (
    <div className="flex flex-col gap-4" aria-hidden>
      <Skeleton className="h-96 w-full" />
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-48 w-full" />
    </div>
  );
}

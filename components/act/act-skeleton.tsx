import { Skeleton } from "#components/ui/skeleton.tsx";
import { text } from "#lib/language/text.ts";

const widths = ["w-11/12", "w-3/5", "w-full", "w-4/5", "w-2/3", "w-full", "w-1/2", "w-3/4"];

/** Keeps the place of a preview that is being made. */
export function ActSkeleton({ lines }: { readonly lines: number }) {
  return (
    <div role="status" className="flex flex-col gap-3 py-1">
      <span className="sr-only">{text("The preview is being made.")}</span>
      {widths.slice(0, lines).map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a skeleton have nothing else to be told apart by.
        <Skeleton key={line} className={`h-4 ${width}`} />
      ))}
    </div>
  );
}

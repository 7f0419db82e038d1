import { Suspense, useState } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { text } from "#lib/language/text.ts";

// Loaded on demand, because the first render of the page does not need to format YAML.
const SeedYamlText = lazyComponent(async () => (await import("./seed-yaml-text.tsx")).SeedYamlText);

/** The Seed as YAML, shown on demand. */
export function SeedYaml({ object }: { readonly object: Readonly<Record<string, unknown>> }) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="px-4 py-3">
      <summary className="w-fit cursor-pointer rounded-tag text-base text-link hover:underline">
        {text("Show the YAML of the Seed")}
      </summary>
      {open && (
        <Suspense fallback={<Skeleton className="mt-3 h-40 w-full" />}>
          <SeedYamlText object={object} />
        </Suspense>
      )}
    </details>
  );
}

"use client";

import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";

const PageNotFound = lazyComponent(async () => (await import("./page-not-found.tsx")).PageNotFound);

/** Not-found page, loaded on demand because every page includes it but few users see it. */
export function LazyPageNotFound() {
  return (
    <Suspense>
      <PageNotFound />
    </Suspense>
  );
}

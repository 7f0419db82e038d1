"use client";

import { Suspense } from "react";
import { latePart } from "#components/ui/late-part.tsx";

const PageNotFound = latePart(async () => (await import("./page-not-found.tsx")).PageNotFound);

/** Every page brings along what is said where there is none; only where that is said is it loaded. */
export function LatePageNotFound() {
  return (
    <Suspense>
      <PageNotFound />
    </Suspense>
  );
}

"use client";

import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";

const IdleParts = lazyComponent(async () => (await import("./idle-parts.tsx")).IdleParts);
const NewerGardenlets = lazyComponent(async () => (await import("./newer-gardenlets.tsx")).NewerGardenlets);

/** {@link IdleParts}, loaded once the page is idle. A dialog that was asked for before opens then. */
export function LazyIdleParts() {
  const idle = useIdle();
  return <Suspense>{idle && <IdleParts />}</Suspense>;
}

/** What stands below the page, where it moves nothing when it comes. */
export function LazyFootnote() {
  const idle = useIdle();
  return <Suspense>{idle && <NewerGardenlets />}</Suspense>;
}

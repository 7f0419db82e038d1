"use client";

import { Suspense } from "react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";

const WallBar = lazyComponent(async () => (await import("./wall-bar.tsx")).WallBar);

/** The frame for a monitor, instead of the usual one: `?wall`, or `?wall=60` for a minute per page. */
export function Wall() {
  const { wall } = useUrlQuery();
  if (wall === undefined) return null;
  return (
    <Suspense>
      <WallBar seconds={wall} />
    </Suspense>
  );
}

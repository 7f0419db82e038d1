"use client";

import { useEffect, useMemo, useState } from "react";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { WhatIfChange, World } from "#lib/policy/forecast/what-if-change.ts";
import { readWorld } from "#lib/view/ladder/read-world.ts";
import type { WhatIfOutcome, WhatIfSpan } from "#lib/view/ladder/what-if-outcome.ts";

type Engine = (world: World, changes: readonly WhatIfChange[], span: WhatIfSpan) => WhatIfOutcome | undefined;

/** The policy core in the browser, on the snapshot that the page shows. Its code comes only when somebody asks "what if". */
export function useWhatIf(data: ClusterForecast | undefined, changes: readonly WhatIfChange[]) {
  const [engine, setEngine] = useState<Engine>();
  const asked = changes.length > 0;
  useEffect(() => {
    if (!asked) return;
    let wanted = true;
    void import("#lib/view/ladder/what-if-outcome.ts").then(({ whatIfOutcome }) => {
      if (wanted) setEngine(() => whatIfOutcome);
    });
    return () => {
      wanted = false;
    };
  }, [asked]);
  const world = useMemo(() => data && readWorld(data.world), [data]);
  const outcome = useMemo(() => {
    if (!engine || !data || !world || changes.length === 0) return undefined;
    const now = parseInstant(data.snapshot.at) ?? 0;
    const { release } = data.world;
    return engine(world, changes, { now, horizon: parseInstant(data.snapshot.horizon) ?? now, release });
  }, [engine, data, world, changes]);
  return { world, outcome };
}

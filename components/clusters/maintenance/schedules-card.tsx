"use client";

import { Suspense } from "react";
import { Card } from "#components/ui/card.tsx";
import { latePart } from "#components/ui/late-part.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { text } from "#lib/language/text.ts";
import type { Cluster } from "../use-cluster.ts";

/** Words for cron expressions are heavy, and nothing else on the page needs them. */
const SchedulesEditor = latePart(async () => (await import("./schedules-editor.tsx")).SchedulesEditor);

export function SchedulesCard({ cluster }: { readonly cluster: Cluster }) {
  return (
    <Card id="schedules" title={text("Hibernation schedules")}>
      <Suspense fallback={<Skeleton className="h-40" />}>
        <SchedulesEditor cluster={cluster} />
      </Suspense>
    </Card>
  );
}

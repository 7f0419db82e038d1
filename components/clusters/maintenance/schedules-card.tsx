"use client";

import { Suspense } from "react";
import { Card } from "#components/ui/card.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import type { HibernationSchedule } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { neverComing } from "#lib/policy/hibernation/scheduled-times.ts";
import type { Cluster } from "../use-cluster.ts";

/** Words for cron expressions are heavy, and nothing else on the page needs them. */
const SchedulesEditor = lazyComponent(async () => (await import("./schedules-editor.tsx")).SchedulesEditor);

export function SchedulesCard({ cluster }: { readonly cluster: Cluster }) {
  return (
    <Card id="schedules" title={text("Hibernation schedules")}>
      <NeverComing schedules={cluster.shoot.spec.hibernation?.schedules} />
      <Suspense fallback={<Skeleton className="h-40" />}>
        <SchedulesEditor cluster={cluster} />
      </Suspense>
    </Card>
  );
}

/** A schedule that the garden holds already, and that stops all others. */
function NeverComing({ schedules }: { readonly schedules: readonly HibernationSchedule[] | null | undefined }) {
  const now = useNow(60_000);
  const [expression] = now > 0 ? neverComing(schedules, now) : [];
  if (expression === undefined) return null;
  return (
    <div className="mb-4">
      <Notice hue="negative" title={text("No schedule of this cluster works")}>
        {text(
          "{expression} never comes, and Gardener's controller hangs on it: schedules of other clusters may not run either. The owner removes it; then the operator restarts gardener-controller-manager.",
          { expression },
        )}
      </Notice>
    </div>
  );
}

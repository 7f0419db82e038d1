"use client";

import { CalendarPlus } from "lucide-react";
import type { ReactNode } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { extendLifetime } from "#lib/act/plan/extend-lifetime-act.ts";
import { text } from "#lib/language/text.ts";
import { findShootWriteBlocker } from "../object-blockers.ts";
import type { Cluster } from "../use-cluster.ts";

interface ExtendActionProps {
  readonly cluster: Cluster;
  /** Rendered instead of the button if the lifetime cannot be extended. */
  readonly children: ReactNode;
}

/** Button to extend the lifetime of a cluster that ends soon. */
export function ExtendLifetimeButton({ cluster, children }: ExtendActionProps) {
  const extension = extendLifetime(cluster.detail.lifetime, cluster.shoot, useNow(60_000));
  if (extension === undefined || extension.refusal !== undefined) return children;
  return (
    <ActButton
      cluster={cluster.row}
      act={extension.act}
      label={text("Extend lifetime…")}
      icon={<CalendarPlus aria-hidden />}
      variant="primary"
      disabledReason={findShootWriteBlocker(cluster)}
    />
  );
}

"use client";

import { ArrowUp, ChevronDown, KeyRound, Play, RotateCw, Wrench } from "lucide-react";
import Link from "next/link";
import { lazy, useMemo, useRef } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { LateMenu } from "#components/ui/overlay/late-menu.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { useShortcut } from "#components/ui/state/use-shortcut.ts";
import { clusterPath } from "../cluster-path.ts";
import type { Cluster } from "../use-cluster.ts";
import { ClusterMenuContext } from "./cluster-menu-subject.ts";
import { useReasonFor } from "./reason-for.ts";

const load = () => import("./cluster-menu-items.tsx");
const ClusterMenuItems = lazy(async () => ({ default: (await load()).ClusterMenuItems }));

const operations = [
  { id: "reconcile", label: "Reconcile", icon: <Play aria-hidden /> },
  { id: "maintain", label: "Maintain", icon: <Wrench aria-hidden /> },
  { id: "retry", label: "Retry", icon: <RotateCw aria-hidden /> },
] as const;

/** What can be done with this cluster. What cannot be done now says why, where it stands; what ends it is in a menu. */
export function ClusterActions({ cluster }: { readonly cluster: Cluster }) {
  const more = useRef<HTMLButtonElement>(null);
  const now = useNow(10_000);
  const reasonFor = useReasonFor(cluster, now);
  const subject = useMemo(() => ({ cluster, opener: more }), [cluster]);
  useShortcut("a", () => more.current?.click());
  const path = clusterPath(cluster.row);
  const link = buttonVariants({ variant: "secondary", size: "md", className: "max-sm:hidden" });
  return (
    <fieldset aria-label="Actions" className="flex flex-wrap gap-2">
      {operations.map(({ id, label, icon }) => (
        <ActButton
          key={id}
          cluster={cluster.row}
          act={{ kind: "operation", id, when: "now" }}
          label={label}
          icon={icon}
          disabledReason={reasonFor(id)}
        />
      ))}
      <Link href={`${path}/updates`} className={link}>
        <ArrowUp aria-hidden />
        Update…
      </Link>
      <Link href={`${path}/credentials`} className={link}>
        <KeyRound aria-hidden />
        Rotate…
      </Link>
      <ClusterMenuContext value={subject}>
        <LateMenu
          items={ClusterMenuItems}
          preload={load}
          className="w-72"
          trigger={
            <Button ref={more} aria-keyshortcuts="a">
              More
              <ChevronDown aria-hidden />
            </Button>
          }
        />
      </ClusterMenuContext>
    </fieldset>
  );
}

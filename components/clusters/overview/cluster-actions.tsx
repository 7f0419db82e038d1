"use client";

import { clsx } from "clsx";
import { ArrowUp, ChevronDown, KeyRound, Play, RotateCw, Wrench } from "lucide-react";
import Link from "next/link";
import { useMemo, useRef } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { latePart } from "#components/ui/late-part.tsx";
import { LateMenu } from "#components/ui/overlay/late-menu.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { useShortcut } from "#components/ui/state/use-shortcut.ts";
import { changeVersionsPath, clusterPath } from "../cluster-path.ts";
import type { Cluster } from "../use-cluster.ts";
import { ClusterMenuContext } from "./cluster-menu-subject.ts";
import { useReasonFor } from "./reason-for.ts";

const load = () => import("./cluster-menu-items.tsx");
const ClusterMenuItems = latePart(async () => (await load()).ClusterMenuItems);

const operations = [
  { id: "reconcile", label: "Reconcile", icon: <Play aria-hidden /> },
  { id: "maintain", label: "Maintain", icon: <Wrench aria-hidden /> },
  { id: "retry", label: "Retry", icon: <RotateCw aria-hidden /> },
] as const;

const credentialsPath = (cluster: Cluster["row"]) => `${clusterPath(cluster)}/credentials`;

const pages = [
  { pathOf: changeVersionsPath, label: "Update…", icon: <ArrowUp aria-hidden /> },
  { pathOf: credentialsPath, label: "Rotate…", icon: <KeyRound aria-hidden /> },
] as const;

const moreWords = (
  <>
    More
    <ChevronDown aria-hidden />
  </>
);

const barClass = "flex flex-wrap gap-2";
const linkClass = buttonVariants({ variant: "secondary", size: "md", className: "max-sm:hidden" });

/** What can be done with this cluster. What cannot be done now says why, where it stands; what ends it is in a menu. */
export function ClusterActions({ cluster }: { readonly cluster: Cluster }) {
  const more = useRef<HTMLButtonElement>(null);
  const now = useNow(10_000);
  const reasonFor = useReasonFor(cluster, now);
  const subject = useMemo(() => ({ cluster, opener: more }), [cluster]);
  useShortcut("a", () => more.current?.click());
  return (
    <fieldset aria-label="Actions" className={barClass}>
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
      {pages.map(({ pathOf, label, icon }) => (
        <Link key={label} href={pathOf(cluster.row)} className={linkClass}>
          {icon}
          {label}
        </Link>
      ))}
      <ClusterMenuContext value={subject}>
        <LateMenu
          items={ClusterMenuItems}
          preload={load}
          className="w-72"
          trigger={
            <Button ref={more} aria-keyshortcuts="a">
              {moreWords}
            </Button>
          }
        />
      </ClusterMenuContext>
    </fieldset>
  );
}

/** The place of the actions while the cluster is being read: as wide and high as they are, so that no tab moves. */
export function ClusterActionsPlace() {
  const button = buttonVariants({ variant: "secondary", size: "md" });
  return (
    <div aria-hidden className={clsx(barClass, "invisible")}>
      {operations.map(({ id, label, icon }) => (
        <span key={id} className={button}>
          {icon}
          {label}
        </span>
      ))}
      {pages.map(({ label, icon }) => (
        <span key={label} className={linkClass}>
          {icon}
          {label}
        </span>
      ))}
      <span className={button}>{moreWords}</span>
    </div>
  );
}

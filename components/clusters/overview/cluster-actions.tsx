"use client";

import { Ellipsis, FileKey } from "lucide-react";
import { useRef } from "react";
import { useOwnKey } from "#components/data/keys/own-key.ts";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LazyMenu } from "#components/ui/overlay/lazy-menu.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { text } from "#lib/language/text.ts";
import { RevealButton } from "../credentials/reveal-button.tsx";
import { kubeconfigAbsence } from "../object-refusal.ts";
import type { Cluster } from "../use-cluster.ts";
import { PrimaryAction } from "./primary-action.tsx";

const load = () => import("./cluster-menu-items.tsx");
const ClusterMenuItems = lazyComponent(async () => (await load()).ClusterMenuItems);

const barClass = "flex shrink-0 items-center gap-2";

/** What can be done with this cluster: what its state calls for, the way in, and all the rest in a menu. */
export function ClusterActions({ cluster }: { readonly cluster: Cluster }) {
  const more = useRef<HTMLButtonElement>(null);
  const key = useOwnKey("a");
  useShortcut("a", () => more.current?.click());
  const { patchShoot, uncertain } = cluster.detail.permissions;
  return (
    <fieldset aria-label={text("Actions")} className={barClass}>
      <PrimaryAction cluster={cluster} />
      <RevealButton
        cluster={cluster}
        what={patchShoot || uncertain ? "admin-kubeconfig" : "viewer-kubeconfig"}
        label={<span className="max-sm:sr-only">{text("Kubeconfig")}</span>}
        icon={<FileKey aria-hidden />}
        size="md"
        disabledReason={kubeconfigAbsence(cluster)}
      />
      <LazyMenu
        items={<ClusterMenuItems cluster={cluster} opener={more} />}
        preload={load}
        className="w-72"
        trigger={
          <Button
            ref={more}
            size="icon"
            aria-label={text("More actions")}
            title={text("More actions")}
            aria-keyshortcuts={key}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      />
    </fieldset>
  );
}

/** The place of the actions while the cluster is being read: as high as they are, so that no tab moves. */
export function ClusterActionsPlace() {
  return (
    <div aria-hidden className={barClass}>
      <Skeleton className="h-8 w-24" />
      <Skeleton className="h-8 w-28 max-sm:w-10" />
      <Skeleton className="size-8" />
    </div>
  );
}

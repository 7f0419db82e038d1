"use client";

import { ArrowUp, Ellipsis, FileKey, KeyRound, RotateCw, Trash2 } from "lucide-react";
import { Suspense, useRef } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { useUserKeyBinding } from "#components/data/keys/own-key.ts";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LazyMenu } from "#components/ui/overlay/lazy-menu.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { changeVersionsPath, clusterPath, rotationPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { diagnoseShoot } from "#lib/policy/next/diagnose-shoot.ts";
import { doesRowWaitForRetry } from "#lib/policy/next/row-operation.ts";
import { RevealCredentialButton } from "../credentials/reveal-credential-button.tsx";
import { findShootWriteBlocker, kubeconfigUnavailableReason } from "../object-blockers.ts";
import type { Cluster } from "../use-cluster.ts";

const load = () => import("./cluster-menu-items.tsx");
const ClusterMenuItems = lazyComponent(async () => (await load()).ClusterMenuItems);

/** On a phone the actions have a line of their own, so that nothing moves when they arrive. */
const barClass = "flex shrink-0 items-center gap-2 max-sm:w-full";

/** A cluster header's actions: the most important one in its state, the kubeconfig, and a menu with the rest. */
export function ClusterActions({ cluster }: { readonly cluster: Cluster }) {
  const more = useRef<HTMLButtonElement>(null);
  const key = useUserKeyBinding("a");
  useShortcut("a", () => more.current?.click());
  const { patchShoot, uncertain } = cluster.detail.permissions;
  return (
    <fieldset aria-label={text("Actions")} className={barClass}>
      <PrimaryAction cluster={cluster} />
      <RevealCredentialButton
        cluster={cluster}
        what={patchShoot || uncertain ? "admin-kubeconfig" : "viewer-kubeconfig"}
        label={text("Kubeconfig")}
        icon={<FileKey aria-hidden />}
        size="md"
        disabledReason={kubeconfigUnavailableReason(cluster)}
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

/** Placeholder of the header's actions while the cluster is being read, with the same height so that nothing moves. */
export function ClusterActionsPlaceholder() {
  return (
    <div aria-hidden className={barClass}>
      <Skeleton className="h-8 w-24" />
      <Skeleton className="h-8 w-28" />
      <Skeleton className="size-8" />
    </div>
  );
}

const ExtendLifetimeButton = lazyComponent(
  async () => (await import("./extend-lifetime-button.tsx")).ExtendLifetimeButton,
);

/**
 * Button of the most important action in the cluster's current state: extend a lifetime that ends soon, retry a failed
 * operation, or complete a rotation.
 */
function PrimaryAction({ cluster }: { readonly cluster: Cluster }) {
  const { next } = diagnoseShoot(cluster.shoot, cluster.detail.view, useNow(60_000));
  const usual = <UsualAction cluster={cluster} />;
  if (next !== "extend-lifetime") return usual;
  return (
    <Suspense fallback={usual}>
      <ExtendLifetimeButton cluster={cluster}>{usual}</ExtendLifetimeButton>
    </Suspense>
  );
}

function UsualAction({ cluster }: { readonly cluster: Cluster }) {
  const { row } = cluster;
  const readOnly = useReadOnlyReason();
  const refusal = readOnly ?? findShootWriteBlocker(cluster);
  if (doesRowWaitForRetry(row)) {
    return (
      <ActButton
        cluster={row}
        act={{ kind: "operation", id: "retry", when: "now" }}
        label={text("Retry")}
        icon={<RotateCw aria-hidden />}
        variant="primary"
        disabledReason={refusal}
      />
    );
  }
  if (row.deletionRequestedAt !== undefined) {
    return (
      <Link href={`${clusterPath(row)}/deletion`} className={buttonVariants({ size: "md" })}>
        <Trash2 aria-hidden />
        {text("View deletion")}
      </Link>
    );
  }
  const [label, icon, path] = isPrepared(cluster)
    ? [text("Complete rotation…"), <KeyRound key="icon" aria-hidden />, rotationPath(row)]
    : [text("Update…"), <ArrowUp key="icon" aria-hidden />, changeVersionsPath(row)];
  if (refusal !== undefined) {
    return (
      <Button variant="primary" disabledReason={refusal}>
        {icon}
        {label}
      </Button>
    );
  }
  return (
    <Link href={path} className={buttonVariants({ variant: "primary", size: "md" })}>
      {icon}
      {label}
    </Link>
  );
}

const waitsForCompletion: readonly (string | undefined)[] = ["complete", "update-clients-and-complete"];

function isPrepared({ row }: Cluster): boolean {
  return row.rotations?.some(({ wait }) => waitsForCompletion.includes(wait)) ?? false;
}

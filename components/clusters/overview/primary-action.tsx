"use client";

import { ArrowUp, KeyRound, RotateCw, Trash2 } from "lucide-react";
import { Suspense } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { text } from "#lib/language/text.ts";
import { waitsForRetry } from "#lib/policy/next/row-operation.ts";
import { sentenceOfTruth } from "#lib/policy/next/sentence-of-truth.ts";
import { changeVersionsPath, clusterPath, rotationPath } from "../cluster-path.ts";
import { objectRefusal } from "../object-refusal.ts";
import type { Cluster } from "../use-cluster.ts";

const ExtendAction = lazyComponent(async () => (await import("./extend-action.tsx")).ExtendAction);

/**
 * The one act that the state of a cluster calls for: an end that is near is moved, what failed is retried, what was begun
 * is completed.
 */
export function PrimaryAction({ cluster }: { readonly cluster: Cluster }) {
  const { next } = sentenceOfTruth(cluster.shoot, cluster.detail.view, useNow(60_000));
  const usual = <UsualAction cluster={cluster} />;
  if (next !== "extend-lifetime") return usual;
  return (
    <Suspense fallback={usual}>
      <ExtendAction cluster={cluster}>{usual}</ExtendAction>
    </Suspense>
  );
}

function UsualAction({ cluster }: { readonly cluster: Cluster }) {
  const { row } = cluster;
  const readOnly = useReadOnlyReason();
  const refusal = readOnly ?? objectRefusal(cluster);
  if (waitsForRetry(row)) {
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

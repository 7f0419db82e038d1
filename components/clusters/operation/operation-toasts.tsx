"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect } from "react";
import { fleetQuery } from "#components/data/fleet-queries.ts";
import { useOperationRequest, useRequestedUids } from "#components/data/operation-requests.ts";
import { useToast } from "#components/ui/toast.tsx";
import { useNow } from "#components/ui/use-now.ts";
import { operationProgress } from "#lib/view/operation-progress.ts";
import { clusterPath } from "../cluster-path.ts";
import { operationLooks } from "./operation-look.ts";

/** Says how requests of this tab ended, wherever the person is by then. Faults are shown where the act was. */
export function OperationToasts() {
  return useRequestedUids().map((uid) => <OperationToast key={uid} uid={uid} />);
}

function OperationToast({ uid }: { readonly uid: string }) {
  const request = useOperationRequest(uid);
  const row = useQuery({ ...fleetQuery, select: ({ rows }) => rows.find((each) => each.uid === uid) ?? null }).data;
  const now = useNow(5_000);
  const toast = useToast();
  const step = request && row !== undefined ? operationProgress(request, row ?? undefined, now).step : undefined;
  const sentAt = request?.sentAt;
  const name = row ? `${row.project}/${row.name}` : undefined;
  const path = row ? clusterPath(row) : undefined;
  const verb = request ? operationLooks[request.operation].verb : "";
  useEffect(() => {
    if (name === undefined || path === undefined || (step !== "succeeded" && step !== "failed")) return;
    toast({
      id: `${uid} ${sentAt}`,
      kind: step === "succeeded" ? "success" : "error",
      title: `${verb} of ${name} ${step}`,
      detail: (
        <Link href={path} className="font-medium text-link hover:underline">
          Open the cluster
        </Link>
      ),
    });
  }, [step, uid, sentAt, name, path, verb, toast]);
  return null;
}

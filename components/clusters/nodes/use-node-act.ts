"use client";

import { useState } from "react";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { postNodeAct } from "#components/data/queries/node-queries.ts";
import { isUncertain } from "#lib/act/follow/operation-progress.ts";
import type { ClusterNode, NodeAct, NodeActResult } from "#lib/contract/nodes.ts";
import type { RequestFault } from "#lib/contract/request-fault.ts";
import type { Cluster } from "../use-cluster.ts";

export interface NodeActSending {
  /** The Nodes as they were read for what is shown. */
  readonly nodes: readonly ClusterNode[];
  readonly sending: boolean;
  readonly fault: RequestFault | undefined;
  /** All of them had changed meanwhile: nothing was written, and they were read again. */
  readonly changed: boolean;
  /** No answer came, so that it may have arrived: it is not sent again from here. */
  readonly uncertain: boolean;
  readonly send: (act: NodeAct) => Promise<void>;
}

interface Sending {
  readonly cluster: Cluster;
  readonly nodes: readonly ClusterNode[];
  readonly reread: () => Promise<readonly ClusterNode[]>;
  readonly onResult: (act: NodeAct, result: NodeActResult) => void;
}

/** Sends what was confirmed, for the Nodes as they were shown, and never twice by itself. */
export function useNodeAct({ cluster, nodes: asked, reread, onResult }: Sending): NodeActSending {
  const [nodes, setNodes] = useState(asked);
  const [sending, setSending] = useState(false);
  const [changed, setChanged] = useState(false);
  const [fault, setFault] = useState<RequestFault>();
  const send = async (act: NodeAct) => {
    setSending(true);
    setFault(undefined);
    setChanged(false);
    try {
      const refs = nodes.map(({ name, uid, resourceVersion }) => ({ name, uid, resourceVersion }));
      const result = await postNodeAct(cluster.row, { uid: cluster.row.uid, act, nodes: refs });
      if (result.nodes.some(({ outcome }) => outcome !== "conflict")) return onResult(act, result);
      const now = await reread();
      setNodes(nodes.flatMap(({ uid }) => now.find((node) => node.uid === uid) ?? []));
      setChanged(true);
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setSending(false);
    }
  };
  return { nodes, sending, fault, changed, uncertain: fault !== undefined && isUncertain(fault), send };
}

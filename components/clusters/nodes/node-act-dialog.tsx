"use client";

import { useState } from "react";
import { ActConsent } from "#components/act/act-consent.tsx";
import { FaultNotice } from "#components/act/fault-notice.tsx";
import { PreviewRequest } from "#components/act/preview-request.tsx";
import { PreviewSection } from "#components/act/preview-section.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { emptyConsent, missingConsent } from "#lib/act/plan/consent.ts";
import type { ClusterNode, NodeAct, NodeActResult } from "#lib/contract/nodes.ts";
import { text } from "#lib/language/text.ts";
import { nodeActFriction, nodeActRequest, nodeActSentence } from "#lib/view/nodes/node-act.ts";
import { nodeRefusal } from "#lib/view/nodes/node-refusal.ts";
import { chosenUnits, unitsFault } from "#lib/view/nodes/units.ts";
import type { Cluster } from "../use-cluster.ts";
import type { NodeActRequest } from "./node-acts.ts";
import { UnitChoice, type UnitChoiceValue } from "./unit-choice.tsx";
import { useNodeAct } from "./use-node-act.ts";

interface NodeActDialogProps {
  readonly cluster: Cluster;
  readonly request: NodeActRequest;
  readonly strategyOf: (node: ClusterNode) => string | undefined;
  readonly obstacle: string | undefined;
  readonly reread: () => Promise<readonly ClusterNode[]>;
  readonly onResult: (act: NodeAct, result: NodeActResult) => void;
  readonly onClose: () => void;
}

/** So many names are read at a glance; more are folded. */
const shortList = 3;

const noUnits: UnitChoiceValue = { ticked: new Set(), typed: "" };

/** What is asked of Nodes, exactly as it is sent, with the consent that it takes. */
export function NodeActDialog({
  cluster,
  request,
  strategyOf,
  obstacle,
  reread,
  onResult,
  onClose,
}: NodeActDialogProps) {
  const { kind, opener } = request;
  const { row } = cluster;
  const [units, setUnits] = useState(noUnits);
  const [consent, setConsent] = useState(emptyConsent);
  const sending = useNodeAct({ cluster, nodes: request.nodes, reread, onResult });
  const { nodes } = sending;
  const act: NodeAct = kind === "select" ? { kind } : { kind, units: [...chosenUnits(units.ticked, units.typed)] };
  const friction = nodeActFriction({ act, count: nodes.length, cluster: row });
  const requests = nodes.flatMap((node) => nodeActRequest(act, node) ?? []);
  const missing =
    obstacle ??
    (sending.sending ? text("The request is being sent.") : undefined) ??
    (sending.uncertain ? text("Look at the nodes first: the request may have arrived.") : undefined) ??
    (nodes.length === 0 ? text("The nodes are no longer there.") : undefined) ??
    nodes.flatMap((node) => nodeRefusal(kind, node, strategyOf(node)) ?? [])[0] ??
    (act.kind === "restart" ? unitsFault(act.units) : undefined) ??
    missingConsent(friction, consent);
  const send = () => {
    // What has to be read again has to be agreed to again.
    setConsent(emptyConsent);
    void sending.send(act);
  };
  return (
    <Dialog
      wide
      open
      opener={opener}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={titleOf(kind, nodes, `${row.project}/${row.name}`)}
      description={nodeActSentence(act, nodes.length)}
      footer={
        <>
          {missing !== undefined && (
            <p aria-hidden className="mr-auto min-w-0 flex-1 text-sm text-pretty text-tertiary max-sm:basis-32">
              {missing}
            </p>
          )}
          <Button variant="ghost" onClick={onClose}>
            {text("Cancel")}
          </Button>
          <Button variant="primary" aria-busy={sending.sending} disabledReason={missing} onClick={send}>
            {kind === "select" ? text("Select now") : text("Restart now")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {sending.fault && <FaultNotice fault={sending.fault} cluster={`${row.project}/${row.name}`} />}
        {sending.changed && (
          <Notice hue="caution" title={text("The nodes have changed meanwhile")} live>
            {text("Nothing was written. The nodes were reloaded. Review and confirm again.")}
          </Notice>
        )}
        {kind === "restart" && <UnitChoice value={units} onChange={setUnits} />}
        <ActConsent friction={friction} value={consent} onChange={setConsent} />
        <div>
          <PreviewSection title={text("Nodes")} summary={String(nodes.length)} folded={nodes.length > shortList}>
            <ul className="list-disc pl-5 text-sm text-secondary">
              {nodes.map(({ uid, name, pool }) => (
                <li key={uid}>
                  <span translate="no">{name}</span>
                  {`, ${pool === undefined ? text("pool unknown") : text("pool {pool}", { pool })}`}
                </li>
              ))}
            </ul>
          </PreviewSection>
          <PreviewSection title={text("Exact request")} summary={text("to the cluster's own API")} folded>
            {requests.length === 0 ? (
              <p className="text-sm text-secondary">{text("Nothing is sent yet.")}</p>
            ) : (
              <PreviewRequest request={requests} />
            )}
          </PreviewSection>
        </div>
      </div>
    </Dialog>
  );
}

function titleOf(kind: NodeAct["kind"], nodes: readonly ClusterNode[], cluster: string): string {
  const [first] = nodes;
  if (nodes.length === 1 && first) {
    const { name } = first;
    return kind === "select"
      ? text("Select {name} of {cluster} for the update?", { name, cluster })
      : text("Restart units on {name} of {cluster}?", { name, cluster });
  }
  const count = nodes.length;
  return kind === "select"
    ? text("Select {count} nodes of {cluster} for the update?", { count, cluster })
    : text("Restart units on {count} nodes of {cluster}?", { count, cluster });
}

"use client";

import { useMutation } from "@tanstack/react-query";
import { use, useId, useState } from "react";
import { ActConsentFields } from "#components/act/act-consent-fields.tsx";
import { PreviewRequest } from "#components/act/preview-request.tsx";
import { PreviewSection } from "#components/act/preview-section.tsx";
import { RequestErrorNotice } from "#components/act/request-error-notice.tsx";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { postNodeAct } from "#components/data/queries/node-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { TextField } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { withMemberToggled } from "#components/ui/state/with-member-toggled.ts";
import { isRequestOutcomeUncertain } from "#lib/act/follow/operation-progress.ts";
import { emptyConfirmationInput, missingConfirmationLabel } from "#lib/act/plan/consent.ts";
import type { ClusterNode, NodeAct, NodeActResult } from "#lib/contract/nodes.ts";
import { text } from "#lib/language/text.ts";
import { confirmationOfNodeAct, describeNodeAct, nodeActRequest } from "#lib/view/nodes/node-act.ts";
import { findNodeActBlocker } from "#lib/view/nodes/node-act-blocker.ts";
import { chosenSystemdUnits, commonSystemdUnits, findUnitsError } from "#lib/view/nodes/units.ts";
import type { Cluster } from "../use-cluster.ts";
import { type NodeActRequest, NodeActsContext } from "./node-acts-context.ts";

interface NodeActDialogProps {
  readonly cluster: Cluster;
  readonly request: NodeActRequest;
  readonly reread: () => Promise<readonly ClusterNode[]>;
  readonly onResult: (act: NodeAct, result: NodeActResult) => void;
  readonly onClose: () => void;
}

/** Number of Node names up to which the list is expanded; longer lists are collapsed. */
const shortList = 3;

const noUnits: UnitChoiceValue = { ticked: new Set(), typed: "" };

/** Dialog that confirms an action on Nodes: it shows the exact request and asks for the necessary consent. */
export function NodeActDialog({ cluster, request, reread, onResult, onClose }: NodeActDialogProps) {
  const { kind, opener } = request;
  const { row } = cluster;
  const { obstacle, strategyOf } = use(NodeActsContext);
  const [units, setUnits] = useState(noUnits);
  const [consent, setConsent] = useState(emptyConfirmationInput);
  const [nodes, setNodes] = useState(request.nodes);
  // Sends the action for exactly the Nodes that the dialog has shown. It is never retried automatically.
  const sending = useMutation({
    networkMode: "always",
    mutationFn: async (asked: NodeAct) => {
      const refs = nodes.map(({ name, uid, resourceVersion }) => ({ name, uid, resourceVersion }));
      const result = await postNodeAct(row, { uid: row.uid, act: asked, nodes: refs });
      const hasChanged = result.nodes.every(({ outcome }) => outcome === "conflict");
      if (hasChanged) {
        const now = await reread();
        setNodes(nodes.flatMap(({ uid }) => now.find((node) => node.uid === uid) ?? []));
      } else onResult(asked, result);
      return hasChanged;
    },
  });
  const fault = sending.error ? requestErrorOf(sending.error) : undefined;
  const act: NodeAct =
    kind === "select" ? { kind } : { kind, units: [...chosenSystemdUnits(units.ticked, units.typed)] };
  const friction = confirmationOfNodeAct({ act, count: nodes.length, cluster: row });
  const requests = nodes.flatMap((node) => nodeActRequest(act, node) ?? []);
  const missing =
    obstacle ??
    (sending.isPending ? text("The request is being sent.") : undefined) ??
    // After an error with unknown outcome the request may have had an effect, so this dialog does not send it again.
    (fault && isRequestOutcomeUncertain(fault)
      ? text("Look at the nodes first: the request may have arrived.")
      : undefined) ??
    (nodes.length === 0 ? text("The nodes are no longer there.") : undefined) ??
    nodes.flatMap((node) => findNodeActBlocker(kind, node, strategyOf(node)) ?? [])[0] ??
    (act.kind === "restart" ? findUnitsError(act.units) : undefined) ??
    missingConfirmationLabel(friction, consent);
  const send = () => {
    // The user has to consent again before another attempt.
    setConsent(emptyConfirmationInput);
    sending.mutate(act);
  };
  return (
    <Dialog
      wide
      opener={opener}
      onClose={onClose}
      title={titleOf(kind, nodes, `${row.project}/${row.name}`)}
      description={describeNodeAct(act, nodes.length)}
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
          <Button variant="primary" aria-busy={sending.isPending} disabledReason={missing} onClick={send}>
            {kind === "select" ? text("Select now") : text("Restart now")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {fault && <RequestErrorNotice fault={fault} cluster={`${row.project}/${row.name}`} />}
        {sending.data && (
          <Notice hue="caution" title={text("The nodes have changed meanwhile")} live>
            {text("Nothing was written. The nodes were reloaded. Review and confirm again.")}
          </Notice>
        )}
        {kind === "restart" && <UnitChoice value={units} onChange={setUnits} />}
        <ActConsentFields friction={friction} value={consent} onChange={setConsent} />
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

interface UnitChoiceValue {
  readonly ticked: ReadonlySet<string>;
  readonly typed: string;
}

interface UnitChoiceProps {
  readonly value: UnitChoiceValue;
  readonly onChange: (value: UnitChoiceValue) => void;
}

/** Selection of the systemd units to restart: from a list, or typed. */
function UnitChoice({ value, onChange }: UnitChoiceProps) {
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="text-sm font-semibold">{text("Units to restart")}</legend>
      <div className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {commonSystemdUnits.map(([unit, words]) => (
          <div key={unit} className="flex items-start gap-2.5 text-sm">
            <span className="pt-0.5">
              <Checkbox
                id={`${id}-${unit}`}
                aria-describedby={`${id}-${unit}-words`}
                checked={value.ticked.has(unit)}
                onCheckedChange={() => onChange({ ...value, ticked: withMemberToggled(value.ticked, unit) })}
              />
            </span>
            <span className="min-w-0">
              <label htmlFor={`${id}-${unit}`} className="font-medium" translate="no">
                {unit}
              </label>
              <span id={`${id}-${unit}-words`} className="block text-xs text-tertiary">
                {text(words)}
              </span>
            </span>
          </div>
        ))}
      </div>
      <TextField
        label={text("Other units")}
        hint={text("systemd names, separated by commas. You can omit .service.")}
        autoCapitalize="none"
        spellCheck={false}
        value={value.typed}
        onText={(typed) => onChange({ ...value, typed })}
      />
    </fieldset>
  );
}

import { CircleCheck, CircleQuestionMark, TriangleAlert } from "lucide-react";
import { Status } from "#components/ui/status.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { ClusterNode } from "#lib/contract/nodes.ts";
import { text } from "#lib/language/text.ts";
import { updateOf } from "#lib/view/nodes/node-update.ts";
import { nodeUpdateWords, preserveWords } from "#lib/view/nodes/node-words.ts";

/** Whether the kubelet says that it takes Pods, and why not; and what Gardener still keeps away from it. */
export function ReadyCell({ node }: { readonly node: ClusterNode }) {
  return (
    <span className="flex flex-col gap-0.5">
      <Ready node={node} />
      {node.awaitsComponents === true && (
        <span className="text-xs text-pretty text-tertiary">
          {text("No workload yet: Gardener waits until its critical components are ready.")}
        </span>
      )}
    </span>
  );
}

function Ready({ node: { ready } }: { readonly node: ClusterNode }) {
  if (ready.status === "True")
    return (
      <Status hue="positive" quiet icon={<CircleCheck aria-hidden />}>
        {text("Ready")}
      </Status>
    );
  const isKnown = ready.status === "False";
  return (
    <span className="flex flex-col gap-0.5">
      <Status
        hue={isKnown ? "negative" : "neutral"}
        icon={isKnown ? <TriangleAlert aria-hidden /> : <CircleQuestionMark aria-hidden />}
      >
        {isKnown
          ? text("Not ready")
          : ready.status === "missing"
            ? text("Not reported")
            : text("Ready is {status}", { status: ready.status })}
      </Status>
      {ready.reason !== undefined && (
        <span className="text-xs break-words text-tertiary" title={ready.message} translate="no">
          {ready.reason}
        </span>
      )}
    </span>
  );
}

/** What is out of the ordinary with a Node. */
export function NodeTags({ node, strategy }: { readonly node: ClusterNode; readonly strategy: string }) {
  const { phase } = updateOf(node, strategy);
  const update = nodeUpdateWords[phase];
  return (
    <span className="flex flex-wrap gap-1 empty:hidden">
      {node.deleting && <Tag hue="neutral">{text("being deleted")}</Tag>}
      {node.unschedulable && <Tag hue="caution">{text("no new Pods")}</Tag>}
      {update !== undefined && <Tag hue={update.hue}>{text(update.word)}</Tag>}
      {node.preserve !== undefined && <Tag hue="info">{preserveWords(node.preserve)}</Tag>}
      {node.restart !== undefined && (
        <Tag hue="info">{text("restart requested: {restart}", { restart: node.restart })}</Tag>
      )}
    </span>
  );
}

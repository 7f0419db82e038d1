import { CircleCheck, CircleQuestionMark, TriangleAlert } from "lucide-react";
import { Status } from "#components/ui/status.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { ClusterNode } from "#lib/contract/nodes.ts";
import { updateOf } from "#lib/view/nodes/node-update.ts";
import { nodeUpdateWords, preserveWords } from "#lib/view/nodes/node-words.ts";

/** Whether the kubelet says that it takes Pods, and why not. */
export function ReadyCell({ node: { ready } }: { readonly node: ClusterNode }) {
  if (ready.status === "True")
    return (
      <Status hue="positive" quiet icon={<CircleCheck aria-hidden />}>
        Ready
      </Status>
    );
  const isKnown = ready.status === "False";
  return (
    <span className="flex flex-col gap-0.5">
      <Status
        hue={isKnown ? "negative" : "neutral"}
        icon={isKnown ? <TriangleAlert aria-hidden /> : <CircleQuestionMark aria-hidden />}
      >
        {isKnown ? "Not ready" : ready.status === "missing" ? "Not reported" : `Ready is ${ready.status}`}
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
      {node.deleting && <Tag hue="neutral">being deleted</Tag>}
      {node.unschedulable && <Tag hue="caution">no new Pods</Tag>}
      {update !== undefined && <Tag hue={update.hue}>{update.word}</Tag>}
      {node.preserve !== undefined && <Tag hue="info">{preserveWords(node.preserve)}</Tag>}
      {node.restart !== undefined && <Tag hue="info">restart requested: {node.restart}</Tag>}
    </span>
  );
}

import { Notice } from "#components/ui/notice.tsx";
import type { NodesResponse } from "#lib/contract/nodes.ts";
import { text } from "#lib/language/text.ts";
import { withheldNodesDescriptions } from "#lib/view/nodes/withheld-nodes-descriptions.ts";

interface WithheldNodesProps {
  readonly reading: Extract<NodesResponse, { state: "withheld" }>;
}

/** Notice that explains why the Nodes of a cluster cannot be shown. */
export function NodesUnavailableNotice({ reading: { why, message } }: WithheldNodesProps) {
  const words = withheldNodesDescriptions[why];
  const calm = why === "workerless" || why === "hibernated" || why === "no-access";
  return (
    <Notice hue={calm ? "info" : "caution"} title={text(words.title)}>
      {text(words.text)}
      {message !== undefined && <span className="mt-1 block font-mono text-xs break-words">{message}</span>}
    </Notice>
  );
}

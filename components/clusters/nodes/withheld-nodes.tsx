import { Notice } from "#components/ui/notice.tsx";
import type { NodesReading } from "#lib/contract/nodes.ts";
import { text } from "#lib/language/text.ts";
import { withheldWords } from "#lib/view/nodes/withheld-words.ts";

interface WithheldNodesProps {
  readonly reading: Extract<NodesReading, { state: "withheld" }>;
}

/** Why the nodes of a cluster are not shown. */
export function WithheldNodes({ reading: { why, message } }: WithheldNodesProps) {
  const words = withheldWords[why];
  const calm = why === "workerless" || why === "hibernated" || why === "no-access";
  return (
    <Notice hue={calm ? "info" : "caution"} title={text(words.title)}>
      {text(words.text)}
      {message !== undefined && <span className="mt-1 block font-mono text-xs break-words">{message}</span>}
    </Notice>
  );
}

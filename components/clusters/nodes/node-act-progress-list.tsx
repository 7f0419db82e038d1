"use client";

import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { richText } from "#components/ui/rich-text.ts";
import type { ClusterNode } from "#lib/contract/nodes.ts";
import { text } from "#lib/language/text.ts";
import { describeNodeActProgress, kubeletStartEventOf } from "#lib/view/nodes/describe-node-act-progress.ts";
import { systemdUnitsOfAct } from "#lib/view/nodes/node-act.ts";
import type { NodeActProgress } from "#lib/view/nodes/node-act-progress.ts";

interface NodeTracksProps {
  readonly tracks: readonly NodeActProgress[];
  readonly nodes: readonly ClusterNode[];
  readonly onForget: () => void;
}

/** List of the requests sent to Nodes from this page, with their progress as far as it can be observed. */
export function NodeActProgressList({ tracks, nodes, onForget }: NodeTracksProps) {
  return (
    <Card
      id="node-requests"
      title={text("Requests from this page")}
      aside={
        <Button variant="ghost" size="sm" onClick={onForget}>
          {text("Clear")}
        </Button>
      }
      flush
    >
      <ul aria-label={text("Asked of nodes")} aria-live="polite" className="divide-y divide-hairline">
        {tracks.map((track) => (
          <li key={`${track.requestedAt} ${track.node}`} className="flex flex-col gap-1 px-4 py-3 text-sm">
            <p className="flex flex-wrap gap-x-2">
              <span className="font-medium" translate="no">
                {track.node}
              </span>
              <span className="text-secondary">
                {track.act.kind === "select"
                  ? text("selected for its update in place")
                  : text("restart of {units}", { units: systemdUnitsOfAct(track.act).join(", ") })}
              </span>
              <span className="text-tertiary">
                <TimestampText at={track.requestedAt} form="relative" />
              </span>
            </p>
            <p className="text-pretty">
              {describeNodeActProgress(
                track,
                nodes.find(({ name }) => name === track.node),
              )}
              {track.processedAt !== undefined && (
                <span className="text-secondary">
                  {" "}
                  {richText("Seen <at></at>.", { at: () => <TimestampText at={track.processedAt} /> })}
                </span>
              )}
            </p>
            {track.processedAt !== undefined && <Evidence track={track} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Events that show the progress of a request to a Node; the cluster may record none. */
function Evidence({ track }: { readonly track: NodeActProgress }) {
  const wanted = systemdUnitsOfAct(track.act).includes("kubelet.service") && kubeletStartEventOf(track) === undefined;
  return (
    <>
      {track.events.length > 0 && (
        <ul
          aria-label={text("Events of {node}", { node: track.node })}
          className="flex flex-col gap-0.5 text-xs text-secondary"
        >
          {track.events.map(({ type, reason, message, at }) => (
            <li key={`${at} ${reason} ${message}`} className="break-words">
              <span className={type === "Warning" ? "font-medium text-caution-text" : "font-medium"}>{reason}</span>:{" "}
              {message}
            </li>
          ))}
        </ul>
      )}
      {wanted && (
        <p className="text-xs text-tertiary">
          {text('No event "Starting kubelet" since. Events may be missing or unreadable: check the node.')}
        </p>
      )}
    </>
  );
}

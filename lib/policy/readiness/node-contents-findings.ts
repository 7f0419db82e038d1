import type { NodeContents } from "./contents/cluster-contents.ts";
import type { NamedObject } from "./contents/contents-facts.ts";
import { type ContentsFindings, type ContentsLook, incompleteAmong, itemsOf, listObjects } from "./contents-look.ts";

/**
 * Nodes that are not well. The drain of a node that is not ready for five minutes deletes its Pods at once.
 * @source machine-controller-manager: pkg/util/provider/machinecontroller, drainNode
 */
export function nodeContentsFindings({ contents }: ContentsLook): ContentsFindings {
  const nodes = itemsOf(contents.nodes);
  const incomplete = incompleteAmong(contents, ["nodes"]);
  const base = { fixer: "user", certainty: "known", incomplete } as const;
  const notReady = nodes.filter(({ isReady }) => !isReady);
  const pressed = nodes.filter(({ pressures }) => pressures.length > 0);
  const cordoned = nodes.filter(({ isCordoned, isReady }) => isCordoned && isReady);
  const pressures = [...new Set(pressed.flatMap((node) => node.pressures))];
  return [
    ...(notReady.length === 0
      ? []
      : [{ id: "nodes-not-ready", severity: "risk", objects: nodeObjects(notReady), ...base } as const]),
    ...(pressed.length === 0
      ? []
      : [{ id: "nodes-under-pressure", severity: "risk", pressures, objects: nodeObjects(pressed), ...base } as const]),
    ...(cordoned.length === 0
      ? []
      : [{ id: "nodes-cordoned", severity: "note", objects: nodeObjects(cordoned), ...base } as const]),
  ];
}

function nodeObjects(nodes: readonly NodeContents[]) {
  return listObjects(nodes.map(({ name }): NamedObject => ({ kind: "Node", namespace: undefined, name })));
}

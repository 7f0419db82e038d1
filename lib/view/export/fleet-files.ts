import { deadEndWords } from "#lib/fleet/fields/dead-end-filter.ts";
import { linkWords, type StuckLink } from "../forecast/stuck-board.ts";
import type { OperationLine } from "../operations/operation-lines.ts";
import type { RotationLine } from "../rotations/rotation-board.ts";
import { kubectlOf } from "./clusters-files.ts";
import { instantText, type ListFiles, listFiles } from "./list-files.ts";

interface Listed {
  readonly filter: string;
  readonly now: number;
}

export function rotationsFiles(items: readonly RotationLine[], { filter, now }: Listed): ListFiles {
  return listFiles({
    name: "rotations",
    noun: ["rotation", "rotations"],
    items,
    filter,
    now,
    kubectl: kubectlOf(items.map(({ row }) => row)),
    fields: [
      { key: "project", label: "Project", of: ({ row }) => row.project },
      { key: "cluster", label: "Cluster", of: ({ row }) => row.name },
      { key: "credential", label: "Credential", of: ({ credential }) => credential },
      { key: "state", label: "State", of: ({ state }) => state },
      { key: "phase", label: "Phase", of: ({ phase }) => phase },
      { key: "since", label: "Since", of: ({ since }) => since },
      { key: "turn", label: "Action by", of: ({ turn }) => turn },
      { key: "pools", label: "Pools left", of: ({ pools }) => pools.join(" ") },
      { key: "next", label: "Next", of: ({ next }) => next },
    ],
  });
}

export function operationsFiles(items: readonly OperationLine[], { filter, now }: Listed): ListFiles {
  return listFiles({
    name: "operations",
    noun: ["operation", "operations"],
    items,
    filter,
    now,
    kubectl: kubectlOf(items.flatMap(({ row }) => row ?? [])),
    fields: [
      { key: "at", label: "At", of: ({ at }) => instantText(at) },
      { key: "atMeans", label: "At is when it was", of: ({ atMeans }) => atMeans },
      { key: "what", label: "What", of: ({ what }) => what },
      { key: "project", label: "Project", of: ({ cluster }) => cluster?.project },
      { key: "cluster", label: "Cluster", of: ({ cluster }) => cluster?.name },
      { key: "clusters", label: "Clusters", of: ({ clusters, cluster }) => clusters ?? (cluster ? 1 : undefined) },
      { key: "state", label: "State", of: ({ stateWords }) => stateWords },
      { key: "result", label: "Result", of: ({ detail }) => detail },
      { key: "by", label: "Started by", of: ({ by }) => by },
    ],
  });
}

export function stuckFiles(items: readonly StuckLink[], { filter, now }: Listed): ListFiles {
  return listFiles({
    name: "stuck",
    noun: ["missing link", "missing links"],
    items,
    filter,
    now,
    fields: [
      { key: "link", label: "Missing link", of: linkWords },
      { key: "missing", label: "Missing", of: ({ missing }) => missing },
      { key: "profile", label: "Profile", of: ({ profile }) => profile },
      { key: "cause", label: "Cause", of: ({ cause }) => cause },
      { key: "kind", label: "Dead end", of: ({ code }) => deadEndWords(code) },
      { key: "clusters", label: "Stuck", of: ({ clusters }) => clusters },
      { key: "stuckNow", label: "Stuck now", of: ({ stuckNow }) => stuckNow },
      { key: "freed", label: "Freed by it alone", of: ({ freed }) => freed },
      { key: "firstAt", label: "First hit", of: ({ firstAt }) => instantText(firstAt) },
      { key: "urgency", label: "Urgency", of: ({ urgency }) => urgency },
    ],
  });
}

import { deadEndWords } from "#lib/fleet/fields/dead-end-filter.ts";
import { text } from "#lib/language/text.ts";
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
    noun: [text("rotation"), text("rotations")],
    items,
    filter,
    now,
    kubectl: kubectlOf(items.map(({ row }) => row)),
    fields: [
      { key: "project", label: text("Project"), of: ({ row }) => row.project },
      { key: "cluster", label: text("Cluster"), of: ({ row }) => row.name },
      { key: "credential", label: text("Credential"), of: ({ credential }) => credential },
      { key: "state", label: text("State"), of: ({ state }) => state },
      { key: "phase", label: text("Phase"), of: ({ phase }) => phase },
      { key: "since", label: text("Since", {}, "column"), of: ({ since }) => since },
      { key: "turn", label: text("Action by"), of: ({ turn }) => turn },
      { key: "pools", label: text("Pools left"), of: ({ pools }) => pools.join(" ") },
      { key: "next", label: text("Next", {}, "column"), of: ({ next }) => next },
    ],
  });
}

export function operationsFiles(items: readonly OperationLine[], { filter, now }: Listed): ListFiles {
  return listFiles({
    name: "operations",
    noun: [text("operation"), text("operations")],
    items,
    filter,
    now,
    kubectl: kubectlOf(items.flatMap(({ row }) => row ?? [])),
    fields: [
      { key: "at", label: text("At", {}, "column"), of: ({ at }) => instantText(at) },
      { key: "atMeans", label: text("At is when it was"), of: ({ atMeans }) => atMeans },
      { key: "what", label: text("What", {}, "column"), of: ({ what }) => what },
      { key: "project", label: text("Project"), of: ({ cluster }) => cluster?.project },
      { key: "cluster", label: text("Cluster"), of: ({ cluster }) => cluster?.name },
      {
        key: "clusters",
        label: text("Clusters"),
        of: ({ clusters, cluster }) => clusters ?? (cluster ? 1 : undefined),
      },
      { key: "state", label: text("State"), of: ({ stateWords }) => stateWords },
      { key: "result", label: text("Result"), of: ({ detail }) => detail },
      { key: "by", label: text("Started by"), of: ({ by }) => by },
    ],
  });
}

export function stuckFiles(items: readonly StuckLink[], { filter, now }: Listed): ListFiles {
  return listFiles({
    name: "stuck",
    noun: [text("missing link"), text("missing links")],
    items,
    filter,
    now,
    fields: [
      { key: "link", label: text("Missing link"), of: linkWords },
      { key: "missing", label: text("Missing", {}, "column"), of: ({ missing }) => missing },
      { key: "profile", label: text("Profile"), of: ({ profile }) => profile },
      { key: "cause", label: text("Cause"), of: ({ cause }) => cause },
      { key: "kind", label: text("Dead end"), of: ({ code }) => deadEndWords(code) },
      { key: "clusters", label: text("Stuck", {}, "column"), of: ({ clusters }) => clusters },
      { key: "stuckNow", label: text("Stuck now"), of: ({ stuckNow }) => stuckNow },
      { key: "freed", label: text("Freed by it alone"), of: ({ freed }) => freed },
      { key: "firstAt", label: text("First hit"), of: ({ firstAt }) => instantText(firstAt) },
      { key: "urgency", label: text("Urgency"), of: ({ urgency }) => urgency },
    ],
  });
}

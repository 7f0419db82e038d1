import { deadEndCodeLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { deadEndCauseLabels, urgencyLabels } from "#lib/words/dead-end-labels.ts";
import { rotationFamilyLabel } from "#lib/words/format-list.ts";
import { type MissingUpgradeLink, missingUpgradeLinkLabel } from "../forecast/stuck-board.ts";
import type { OperationListRow } from "../operations/operation-list-rows.ts";
import type { CredentialAge } from "../rotations/credential-ages.ts";
import type { ClusterRotation } from "../rotations/rotation-board.ts";
import { kubectlGetCommandOf } from "./export-clusters.ts";
import { type ExportContext, formatOptionalInstant, type PreparedListExport, prepareListExport } from "./list-files.ts";

const rotationStateLabels: Readonly<Record<ClusterRotation["state"], Message>> = {
  waiting: message("Waiting"),
  running: message("Running"),
  due: message("Due"),
};

const actionByLabels: Readonly<Record<ClusterRotation["turn"], Message>> = {
  Owner: message("Owner"),
  Gardener: message("Gardener"),
  Nobody: message("Nobody"),
};

const timeMeaningLabels: Readonly<Record<OperationListRow["atMeans"], Message>> = {
  asked: message("Requested"),
  "last seen": message("Last seen"),
  planned: message("Planned"),
};

export function exportRotations(items: readonly ClusterRotation[], listed: ExportContext): PreparedListExport {
  return prepareListExport({
    name: "rotations",
    items,
    ...listed,
    kubectl: kubectlGetCommandOf(items.map(({ row }) => row)),
    fields: [
      { key: "project", title: text("Project"), of: ({ row }) => row.project },
      { key: "cluster", title: text("Cluster"), of: ({ row }) => row.name },
      {
        key: "credential",
        title: text("Credential"),
        of: ({ credential }) => credential,
        code: ({ families }) => families,
      },
      {
        key: "state",
        title: text("State"),
        of: ({ state }) => text(rotationStateLabels[state]),
        code: ({ state }) => state,
      },
      { key: "phase", title: text("Phase"), of: ({ phase }) => phase, code: ({ phaseCode }) => phaseCode },
      { key: "since", title: text("Since"), of: ({ since }) => since },
      {
        key: "turn",
        title: text("Action by"),
        of: ({ turn }) => text(actionByLabels[turn]),
        code: ({ turn }) => turn,
      },
      { key: "pools", title: text("Pools left"), of: ({ pools }) => pools.join(" "), code: ({ pools }) => pools },
      { key: "next", title: text("Next step"), of: ({ next }) => next, code: ({ wait }) => wait },
    ],
  });
}

/** Exports the ages of credentials as evidence for an audit: one row for each credential of each cluster. */
export function exportCredentialAges(items: readonly CredentialAge[], listed: ExportContext): PreparedListExport {
  return prepareListExport({
    name: "credential-ages",
    items,
    ...listed,
    kubectl: kubectlGetCommandOf([...new Set(items.map(({ row }) => row))]),
    fields: [
      { key: "project", title: text("Project"), of: ({ row }) => row.project },
      { key: "cluster", title: text("Cluster"), of: ({ row }) => row.name },
      { key: "purpose", title: text("Purpose"), of: ({ row }) => row.purpose },
      {
        key: "credential",
        title: text("Credential"),
        of: ({ family }) => rotationFamilyLabel(family),
        code: ({ family }) => family,
      },
      { key: "since", title: text("Since"), of: ({ since }) => since },
      { key: "renewed", title: text("Renewed"), of: ({ never }) => !never },
      { key: "ageDays", title: text("Age in days"), of: ({ ageMs }) => Math.floor(ageMs / dayMs) },
    ],
  });
}

export function exportOperations(items: readonly OperationListRow[], listed: ExportContext): PreparedListExport {
  return prepareListExport({
    name: "operations",
    items,
    ...listed,
    kubectl: kubectlGetCommandOf(items.flatMap(({ row }) => row ?? [])),
    fields: [
      { key: "at", title: text("Time"), of: ({ at }) => formatOptionalInstant(at) },
      {
        key: "atMeans",
        title: text("Time means"),
        of: ({ atMeans }) => text(timeMeaningLabels[atMeans]),
        code: ({ atMeans }) => atMeans,
      },
      { key: "what", title: text("What"), of: ({ what }) => what, code: ({ operation }) => operation },
      { key: "project", title: text("Project"), of: ({ cluster }) => cluster?.project },
      { key: "cluster", title: text("Cluster"), of: ({ cluster }) => cluster?.name },
      {
        key: "clusters",
        title: text("Number of clusters"),
        of: ({ clusters, cluster }) => clusters ?? (cluster ? 1 : undefined),
      },
      { key: "state", title: text("State"), of: ({ stateWords }) => stateWords, code: ({ state }) => state },
      { key: "result", title: text("Result"), of: ({ detail }) => detail, code: ({ said }) => said },
      { key: "by", title: text("Started by"), of: ({ by }) => by },
    ],
  });
}

export function exportStuckLinks(items: readonly MissingUpgradeLink[], listed: ExportContext): PreparedListExport {
  return prepareListExport({
    name: "stuck",
    items,
    ...listed,
    fields: [
      { key: "link", title: text("Missing link"), of: missingUpgradeLinkLabel, code: ({ key }) => key },
      { key: "missing", title: text("Missing"), of: ({ missing }) => missing },
      { key: "profile", title: text("Profile"), of: ({ profile }) => profile },
      {
        key: "cause",
        title: text("Cause"),
        of: ({ cause }) => text(deadEndCauseLabels[cause]),
        code: ({ cause }) => cause,
      },
      { key: "kind", title: text("Kind"), of: ({ code }) => deadEndCodeLabel(code), code: ({ code }) => code },
      { key: "clusters", title: text("Number of clusters"), of: ({ clusters }) => clusters },
      { key: "stuckNow", title: text("Stuck now"), of: ({ stuckNow }) => stuckNow },
      { key: "freed", title: text("Freed by it alone"), of: ({ freed }) => freed },
      { key: "firstAt", title: text("First hit"), of: ({ firstAt }) => formatOptionalInstant(firstAt) },
      {
        key: "urgency",
        title: text("Urgency"),
        of: ({ urgency }) => text(urgencyLabels[urgency]),
        code: ({ urgency }) => urgency,
      },
    ],
  });
}

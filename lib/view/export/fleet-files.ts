import { deadEndCodeLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { rotationFamilyLabel } from "#lib/words/format-list.ts";
import { type MissingUpgradeLink, missingUpgradeLinkLabel } from "../forecast/stuck-board.ts";
import type { OperationListRow } from "../operations/operation-list-rows.ts";
import type { CredentialAge } from "../rotations/credential-ages.ts";
import type { ClusterRotation } from "../rotations/rotation-board.ts";
import { kubectlGetCommandOf } from "./export-clusters.ts";
import { type ExportContext, formatOptionalInstant, type PreparedListExport, prepareListExport } from "./list-files.ts";

export function exportRotations(items: readonly ClusterRotation[], listed: ExportContext): PreparedListExport {
  return prepareListExport({
    name: "rotations",
    items,
    ...listed,
    kubectl: kubectlGetCommandOf(items.map(({ row }) => row)),
    fields: [
      { key: "project", of: ({ row }) => row.project },
      { key: "cluster", of: ({ row }) => row.name },
      { key: "credential", of: ({ credential }) => credential, code: ({ families }) => families },
      { key: "state", of: ({ state }) => state },
      { key: "phase", of: ({ phase }) => phase, code: ({ phaseCode }) => phaseCode },
      { key: "since", of: ({ since }) => since },
      { key: "turn", of: ({ turn }) => turn },
      { key: "pools", of: ({ pools }) => pools.join(" "), code: ({ pools }) => pools },
      { key: "next", of: ({ next }) => next, code: ({ wait }) => wait },
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
      { key: "project", of: ({ row }) => row.project },
      { key: "cluster", of: ({ row }) => row.name },
      { key: "purpose", of: ({ row }) => row.purpose },
      { key: "credential", of: ({ family }) => rotationFamilyLabel(family), code: ({ family }) => family },
      { key: "since", of: ({ since }) => since },
      { key: "renewed", of: ({ never }) => !never },
      { key: "ageDays", of: ({ ageMs }) => Math.floor(ageMs / dayMs) },
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
      { key: "at", of: ({ at }) => formatOptionalInstant(at) },
      { key: "atMeans", of: ({ atMeans }) => atMeans },
      { key: "what", of: ({ what }) => what, code: ({ operation }) => operation },
      { key: "project", of: ({ cluster }) => cluster?.project },
      { key: "cluster", of: ({ cluster }) => cluster?.name },
      { key: "clusters", of: ({ clusters, cluster }) => clusters ?? (cluster ? 1 : undefined) },
      { key: "state", of: ({ stateWords }) => stateWords, code: ({ state }) => state },
      { key: "result", of: ({ detail }) => detail, code: ({ said }) => said },
      { key: "by", of: ({ by }) => by },
    ],
  });
}

export function exportStuckLinks(items: readonly MissingUpgradeLink[], listed: ExportContext): PreparedListExport {
  return prepareListExport({
    name: "stuck",
    items,
    ...listed,
    fields: [
      { key: "link", of: missingUpgradeLinkLabel, code: ({ key }) => key },
      { key: "missing", of: ({ missing }) => missing },
      { key: "profile", of: ({ profile }) => profile },
      { key: "cause", of: ({ cause }) => cause },
      { key: "kind", of: ({ code }) => deadEndCodeLabel(code), code: ({ code }) => code },
      { key: "clusters", of: ({ clusters }) => clusters },
      { key: "stuckNow", of: ({ stuckNow }) => stuckNow },
      { key: "freed", of: ({ freed }) => freed },
      { key: "firstAt", of: ({ firstAt }) => formatOptionalInstant(firstAt) },
      { key: "urgency", of: ({ urgency }) => urgency },
    ],
  });
}

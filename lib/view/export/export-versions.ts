import type { NextUpdate } from "#lib/forecast/next-update.ts";
import type { VersionGroup } from "../versions/version-groups.ts";
import { describeNextUpdate } from "../versions/version-labels.ts";
import type { VersionsPageSubject } from "../versions/version-rows.ts";
import { type ExportContext, formatOptionalInstant, type PreparedListExport, prepareListExport } from "./list-files.ts";

interface ListedVersions extends ExportContext {
  readonly subject: VersionsPageSubject;
}

function updateCodes({ auto, forced }: NextUpdate) {
  return { auto, ...(forced && { forced: { at: formatOptionalInstant(forced.at), target: forced.target } }) };
}

/** Files with the listed versions. Ends are instants in UTC, matching the dates on screens. */
export function exportVersions(
  groups: readonly VersionGroup[],
  { subject, ...listed }: ListedVersions,
): PreparedListExport {
  const name = subject.kind === "kubernetes" ? "kubernetes" : subject.name;
  return prepareListExport({
    name: "versions",
    file: `${name}-versions`,
    items: groups.flatMap(({ rows }) => rows),
    ...listed,
    fields: [
      { key: "of", of: () => name },
      { key: "version", of: ({ text }) => text },
      { key: "profile", of: ({ profile }) => profile },
      { key: "stage", of: ({ stage }) => stage },
      { key: "since", of: ({ life }) => formatOptionalInstant(life.find(({ isNow }) => isNow)?.startsAt) },
      { key: "expires", of: ({ expiresAt }) => formatOptionalInstant(expiresAt) },
      { key: "clusters", of: ({ clusters }) => clusters },
      { key: "pools", of: ({ pools }) => pools },
      {
        key: "updateTo",
        of: ({ next }) => describeNextUpdate(next()).join("; "),
        code: ({ next }) => updateCodes(next()),
      },
      { key: "architectures", of: ({ image }) => image?.architectures?.join(" ") },
      { key: "kubelet", of: ({ image }) => image?.kubeletVersionConstraint ?? undefined },
    ],
  });
}

import type { NextUpdate } from "#lib/forecast/next-update.ts";
import { text } from "#lib/language/text.ts";
import { stageAppearanceOf } from "#lib/words/version-stage.ts";
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
      { key: "of", title: text("Kubernetes or image"), of: () => name },
      { key: "version", title: text("Version"), of: ({ text }) => text },
      { key: "profile", title: text("Profile"), of: ({ profile }) => profile },
      {
        key: "stage",
        title: text("Stage"),
        of: ({ stage }) => stageAppearanceOf(stage).word,
        code: ({ stage }) => stage,
      },
      {
        key: "since",
        title: text("Since"),
        of: ({ life }) => formatOptionalInstant(life.find(({ isNow }) => isNow)?.startsAt),
      },
      { key: "expires", title: text("Expires"), of: ({ expiresAt }) => formatOptionalInstant(expiresAt) },
      { key: "clusters", title: text("Number of clusters"), of: ({ clusters }) => clusters },
      { key: "pools", title: text("Pools"), of: ({ pools }) => pools },
      {
        key: "updateTo",
        title: text("Would be updated to"),
        of: ({ next }) => describeNextUpdate(next()).join("; "),
        code: ({ next }) => updateCodes(next()),
      },
      { key: "architectures", title: text("Architectures"), of: ({ image }) => image?.architectures?.join(" ") },
      { key: "kubelet", title: text("Kubelet"), of: ({ image }) => image?.kubeletVersionConstraint ?? undefined },
    ],
  });
}

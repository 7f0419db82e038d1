import { text } from "#lib/language/text.ts";
import type { VersionGroup } from "../versions/version-groups.ts";
import type { Subject } from "../versions/version-rows.ts";
import { updateWords } from "../versions/version-words.ts";
import { instantText, type ListFiles, listFiles } from "./list-files.ts";

interface ListedVersions {
  readonly subject: Subject;
  readonly filter: string;
  readonly now: number;
}

/** The versions as listed. A version ends at an instant of UTC, which is the date that screens say. */
export function versionsFiles(groups: readonly VersionGroup[], { subject, filter, now }: ListedVersions): ListFiles {
  const files = listFiles({
    name: "versions",
    noun: [text("version"), text("versions")],
    items: groups.flatMap(({ rows }) => rows),
    filter,
    now,
    fields: [
      {
        key: "of",
        label: text("Of", {}, "column"),
        of: () => (subject.kind === "kubernetes" ? "kubernetes" : subject.name),
      },
      { key: "version", label: text("Version"), of: ({ text }) => text },
      { key: "profile", label: text("Profile"), of: ({ profile }) => profile },
      { key: "stage", label: text("Stage"), of: ({ stage }) => stage },
      {
        key: "since",
        label: text("Since", {}, "column"),
        of: ({ life }) => instantText(life.find(({ isNow }) => isNow)?.startsAt),
      },
      { key: "expires", label: text("Expires"), of: ({ expiresAt }) => instantText(expiresAt) },
      { key: "clusters", label: text("Clusters"), of: ({ clusters }) => clusters },
      { key: "pools", label: text("Pools"), of: ({ pools }) => pools },
      { key: "updateTo", label: text("Would be updated to"), of: ({ next }) => updateWords(next()).join("; ") },
      { key: "architectures", label: text("Architectures"), of: ({ image }) => image?.architectures?.join(" ") },
      { key: "kubelet", label: text("Kubelet"), of: ({ image }) => image?.kubeletVersionConstraint ?? undefined },
    ],
  });
  const name = subject.kind === "kubernetes" ? "kubernetes-versions" : `${subject.name}-versions`;
  return { ...files, name };
}

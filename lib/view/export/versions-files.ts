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
    noun: ["version", "versions"],
    items: groups.flatMap(({ rows }) => rows),
    filter,
    now,
    fields: [
      { key: "of", label: "Of", of: () => (subject.kind === "kubernetes" ? "kubernetes" : subject.name) },
      { key: "version", label: "Version", of: ({ text }) => text },
      { key: "profile", label: "Profile", of: ({ profile }) => profile },
      { key: "stage", label: "Stage", of: ({ stage }) => stage },
      { key: "since", label: "Since", of: ({ life }) => instantText(life.find(({ isNow }) => isNow)?.startsAt) },
      { key: "expires", label: "Expires", of: ({ expiresAt }) => instantText(expiresAt) },
      { key: "clusters", label: "Clusters", of: ({ clusters }) => clusters },
      { key: "pools", label: "Pools", of: ({ pools }) => pools },
      { key: "updateTo", label: "Would be updated to", of: ({ next }) => updateWords(next()).join("; ") },
      { key: "architectures", label: "Architectures", of: ({ image }) => image?.architectures?.join(" ") },
      { key: "kubelet", label: "Kubelet", of: ({ image }) => image?.kubeletVersionConstraint ?? undefined },
    ],
  });
  const name = subject.kind === "kubernetes" ? "kubernetes-versions" : `${subject.name}-versions`;
  return { ...files, name };
}

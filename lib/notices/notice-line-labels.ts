import type { NoticeCluster } from "#lib/contract/notices.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";

type Named = Pick<NoticeCluster, "project" | "name">;

/** Name of what a line of a notice is about: a cluster, or a project. */
export function noticeLineName({ project, name }: Named): string {
  return name === "" ? project : `${project}/${name}`;
}

/** Path of the page about it. */
export function noticeLinePath({ project, name }: Named): string {
  return name === "" ? `/projects/${encodeURIComponent(project)}` : clusterPath({ project, name });
}

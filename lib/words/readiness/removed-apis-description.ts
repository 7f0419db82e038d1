import { text } from "#lib/language/text.ts";
import { type ApiRemoval, isServedOnRequestOnly } from "#lib/policy/readiness/api-removal.ts";
import type { Readiness } from "#lib/policy/readiness/assess-readiness.ts";
import { formatList } from "../format-list.ts";

/** Label of a removed API: `FlowSchema and PriorityLevelConfiguration (flowcontrol.apiserver.k8s.io/v1beta3)`. */
function removalLabel({ api, kinds }: ApiRemoval): string {
  return `${formatList(kinds)} (${api})`;
}

/** Says whether it was looked at which of the APIs the cluster uses. */
function labelOfUse(look: Pick<Readiness, "unread" | "unreadContents"> | undefined): string {
  if (look === undefined || look.unread.includes("inside"))
    return text("Whether the cluster uses them was not looked at.");
  return look.unreadContents.some(({ part }) => part === "requestedApis" || part === "managedObjects")
    ? text("Those that were found in use are among the findings; not everything was looked at.")
    : text("Those that the cluster uses are among the findings.");
}

/**
 * Says which APIs a version removes, and whether it was looked at if the cluster uses them. Alpha versions are only
 * counted: a cluster has to enable them.
 *
 * @param look what was looked at; undefined if nothing was
 */
export function describeRemovedApis(
  removals: readonly ApiRemoval[] | undefined,
  version: string,
  look?: Pick<Readiness, "unread" | "unreadContents">,
): string {
  if (removals === undefined) return text("Which APIs Kubernetes {version} removes is not known here.", { version });
  const usual = removals.filter((removal) => !isServedOnRequestOnly(removal));
  const alpha = removals.length - usual.length;
  const use = labelOfUse(look);
  if (removals.length === 0) return text("Kubernetes {version} removes no API that Almanac knows of.", { version });
  if (usual.length === 0) {
    const sentence = text(
      "Kubernetes {version} removes {alpha, plural, one {# alpha API} other {# alpha APIs}}, which clusters have to enable.",
      { version, alpha },
    );
    return `${sentence} ${use}`;
  }
  const apis = usual.map(removalLabel).join("; ");
  const sentence =
    alpha === 0
      ? text("APIs that Kubernetes {version} removes: {apis}.", { version, apis })
      : text(
          "APIs that Kubernetes {version} removes: {apis}; and {alpha, plural, one {# alpha API} other {# alpha APIs}}, which clusters have to enable.",
          { version, apis, alpha },
        );
  return `${sentence} ${use}`;
}

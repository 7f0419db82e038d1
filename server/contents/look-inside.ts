import "server-only";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import { text } from "#lib/language/text.ts";
import type { ClusterContents } from "#lib/policy/readiness/contents/cluster-contents.ts";
import { type ContentsRequest, type ContentsResponse, contentsPartNames } from "#lib/view/readiness/contents-schema.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { ConcurrencyPerUser } from "#server/boundary/exports-at-once.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { type ClusterReadContext, readShoot, shootTarget } from "#server/clusters/read-cluster.ts";
import type { Session } from "#server/identity/session.ts";
import type { ShootAddressPolicy } from "#server/nodes/shoot-address-policy.ts";
import { withShootApi } from "#server/nodes/shoot-api.ts";
import { withheldBecause } from "#server/nodes/withheld-shoot.ts";
import { removedKindsOf } from "./managed-objects.ts";
import { readClusterContents } from "./read-cluster-contents.ts";

interface LookingApp extends Pick<ClusterReadContext, "withToken" | "scopes" | "now"> {
  readonly readOnly: boolean;
  readonly shootReach: ShootAddressPolicy;
  personOf(userName: string): string;
}

/** Deadline for everything together: a user is waiting, and browsers give up after 30 seconds. */
const overallMs = 20_000;
/** Looks of one user at once. */
const mostOfUser = 2;
/** Looks of all users at once, because each holds a page of a list in memory; others wait. */
const mostAtOnce = 4;

const looksOfUsers = new ConcurrencyPerUser(mostOfUser, () =>
  tooMany(text("At most {mostOfUser} clusters are looked into at once for one user.", { mostOfUser })),
);
const looks = new ConcurrencyLimit(mostAtOnce);

function tooMany(detail: string): ProblemError {
  return new ProblemError("too-many-requests", { detail, retryAfterSeconds: 2 }, { rule: "looks-of-user" });
}

/**
 * What of a cluster's own objects matters to its next minor version, or why they cannot be read. The facts are only
 * answered: nothing of them is logged or stored. Only errors of the garden's API server are thrown.
 */
export async function lookInside(call: RouteCall<LookingApp, Session, ContentsRequest>): Promise<ContentsResponse> {
  const { app, session, body } = call;
  const cluster = { project: call.param("project"), name: call.param("name") };
  const role = body.asAdministrator ? "admin" : "viewer";
  call.note({ cluster: `${cluster.project}/${cluster.name}`, role });
  if (role === "admin" && app.readOnly) throw new ProblemError("read-only");
  const giveBack = looksOfUsers.take(app.personOf(session.user.name));
  try {
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(overallMs)]);
    const request = { token: session.token, cluster, signal };
    const [shoot, target] = await Promise.all([readShoot(app, request), shootTarget(app, request)]);
    if (shoot.status?.hibernated === true) return { state: "withheld", why: "hibernated" };
    const shootCall = { client: app.withToken(session.token), target, now: app.now, signal, reach: app.shootReach };
    const kinds = removedKindsOf(shoot.spec.kubernetes.version, body.to);
    const look = () =>
      withShootApi(shootCall, [role], (api) => readClusterContents(api, { signal, now: app.now, kinds })).catch(
        withheldBecause,
      );
    const contents = await looks.run(look, signal).catch((error: unknown) => {
      throw signal.aborted ? tooMany(text("Almanac looks into as many clusters at once as it can.")) : error;
    });
    if ("state" in contents) return contents;
    call.note({ read: readPartsOf(contents).join(",") });
    if (readPartsOf(contents).length === 0) return withheldAll(contents);
    return {
      state: "read",
      uid: shoot.metadata.uid ?? "",
      generation: shoot.metadata.generation ?? 0,
      to: body.to,
      role,
      contents,
    };
  } finally {
    giveBack();
  }
}

function readPartsOf(contents: ClusterContents): readonly string[] {
  // Without anything called or removed, these two parts are known although the API server was not asked.
  const asked = contentsPartNames.filter((part) => part !== "services" && part !== "managedObjects");
  return asked.filter((part) => contents[part].state === "read");
}

/** Why nothing was read: each part was refused, or the API server does not answer. */
function withheldAll({ namespaces }: ClusterContents): ContentsResponse {
  const isRefused = namespaces.state === "unread" && namespaces.why === "forbidden";
  return { state: "withheld", why: isRefused ? "refused" : "unreachable" };
}

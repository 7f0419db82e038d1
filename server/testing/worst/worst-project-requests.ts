import { accountLimits } from "#lib/contract/project/accounts.ts";
import { projectLimits } from "#lib/contract/project/projects.ts";
import { makeList, plain, type WorstRequest, worstProjectProfileChanges } from "./worst-profile-requests.ts";

/** Texts of a project that are as long as they may be. */
const longTexts = {
  title: "t".repeat(1_000),
  description: "d".repeat(1_000),
  purpose: "p".repeat(1_000),
};

const worstNewProjects: readonly WorstRequest[] = [{ name: "long texts", body: { name: "shop", ...longTexts } }];

const worstProjectChanges: readonly WorstRequest[] = [
  { name: "long texts", body: { kind: "settings", resourceVersion: "1", ...longTexts } },
  {
    name: "many members",
    body: {
      kind: "members",
      resourceVersion: "1",
      members: makeList(projectLimits.members, (index) => ({ kind: "User", name: `u${index}`, roles: ["viewer"] })),
    },
  },
];

const worstServiceAccountChanges: readonly WorstRequest[] = [
  { name: "a long name", body: { kind: "create", name: "n".repeat(253), description: "d".repeat(250) } },
  { name: "a reset", body: { kind: "reset", name: "default", uid: "u".repeat(253) } },
];

const worstTokenRequests: readonly WorstRequest[] = [
  { name: "a long name", body: { name: "n".repeat(253), expirationSeconds: 86_400 } },
];

/** As many keys as possible, whose values fill the body. */
const longData = Object.fromEntries(makeList(accountLimits.keys, (index) => [`k${index}`, "v".repeat(1_900)]));
/** A key of Google that is as long as it can be, and that every rule looks through. */
const longKey = {
  "serviceaccount.json": JSON.stringify({
    type: "service_account",
    project_id: "my-project-123",
    private_key_id: "a".repeat(40),
    private_key: `-----BEGIN PRIVATE KEY-----${"k".repeat(accountLimits.value - 400)}-----END PRIVATE KEY-----`,
    client_email: "x@my-project-123.iam.gserviceaccount.com",
    token_uri: "https://oauth2.googleapis.com/token",
  }),
};
const account = { kind: "CredentialsBinding", name: "gcp-account" };

const worstAccountChanges: readonly WorstRequest[] = [
  {
    name: "a long key",
    body: { kind: "create", name: "new", purpose: "infrastructure", type: "gcp", data: longKey },
  },
  {
    name: "long values for a provider that is not known",
    body: { kind: "create", name: "new", purpose: "dns", type: "none", data: longData },
  },
  { name: "an update", body: { kind: "update", account, data: longKey, acceptsOtherProject: true } },
  { name: "a deletion", body: { kind: "delete", account, uid: "u".repeat(253) } },
  {
    name: "an identity",
    body: {
      kind: "create-identity",
      name: "n".repeat(100),
      type: "aws",
      audiences: makeList(accountLimits.audiences, (index) => `${index}${"a".repeat(accountLimits.audience - 1)}`),
      config: { roleARN: `arn:aws:iam::123456789012:role${"/r".repeat(130)}` },
    },
  },
];

/** The worst requests by route, for the routes of projects. */
export const worstProjectRequests: readonly (readonly [route: string, requests: readonly WorstRequest[]])[] = [
  ["GET /api/projects", plain],
  ["POST /api/projects", worstNewProjects],
  ["GET /api/projects/[project]", plain],
  ["POST /api/projects/[project]", worstProjectChanges],
  ["GET /api/projects/[project]/accounts", plain],
  ["POST /api/projects/[project]/accounts", worstAccountChanges],
  ["GET /api/projects/[project]/quotas", plain],
  ["GET /api/projects/[project]/profiles", plain],
  ["POST /api/projects/[project]/profiles", worstProjectProfileChanges],
  ["GET /api/projects/[project]/profiles/[name]", plain],
  ["POST /api/projects/[project]/profiles/[name]/preview", worstProjectProfileChanges],
  ["GET /api/projects/[project]/key-rotation/[namespace]/[secret]", plain],
  ["GET /api/projects/[project]/service-accounts", plain],
  ["POST /api/projects/[project]/service-accounts", worstServiceAccountChanges],
  ["POST /api/projects/[project]/service-accounts/kubeconfig", worstTokenRequests],
];

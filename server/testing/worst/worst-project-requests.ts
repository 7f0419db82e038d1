import { projectLimits } from "#lib/contract/projects.ts";
import { makeList, type WorstRequest } from "./worst-profile-requests.ts";

/** Texts of a project that are as long as they may be. */
const longTexts = {
  title: "t".repeat(1_000),
  description: "d".repeat(1_000),
  purpose: "p".repeat(1_000),
};

export const worstNewProjects: readonly WorstRequest[] = [{ name: "long texts", body: { name: "shop", ...longTexts } }];

export const worstProjectChanges: readonly WorstRequest[] = [
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

export const worstServiceAccountChanges: readonly WorstRequest[] = [
  { name: "a long name", body: { kind: "create", name: "n".repeat(253), description: "d".repeat(250) } },
  { name: "a reset", body: { kind: "reset", name: "default", uid: "u".repeat(253) } },
];

export const worstTokenRequests: readonly WorstRequest[] = [
  { name: "a long name", body: { name: "n".repeat(253), expirationSeconds: 86_400 } },
];

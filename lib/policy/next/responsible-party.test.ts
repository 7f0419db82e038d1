import { describe, expect, test } from "vitest";
import { responsibleRoles } from "./diagnosis.ts";
import { type ResponsibleParty, responsiblePartyOf, type UserRelation } from "./responsible-party.ts";

const nobodyInParticular: UserRelation = { operates: false, belongs: false, mayChange: undefined };
const viewer: UserRelation = { ...nobodyInParticular, mayChange: false };
const member: UserRelation = { operates: false, belongs: true, mayChange: true };
const operator: UserRelation = { operates: true, belongs: false, mayChange: true };

describe("who has to act", () => {
  test.each<[string, UserRelation, ResponsibleParty]>([
    ["a member who may change it", member, "you"],
    ["a member whose rights are not known yet", { ...member, mayChange: undefined }, "you"],
    ["a member who may not change it after all", { ...member, mayChange: false }, "somebody"],
    ["an operator of another team's cluster", operator, "team"],
    ["an operator who owns the project", { ...operator, belongs: true }, "you"],
    ["somebody with the right and no membership", { ...nobodyInParticular, mayChange: true }, "you"],
    ["a viewer", viewer, "somebody"],
    ["somebody of whom nothing is known", nobodyInParticular, "somebody"],
  ])("the owner's turn is told to %s", (_who, onlooker, party) => {
    expect(responsiblePartyOf("Owner", onlooker)).toBe(party);
  });

  test("the operator's turn is the operator's own, and named to everybody else", () => {
    expect(responsiblePartyOf("Operator", operator)).toBe("you");
    expect([member, viewer, nobodyInParticular].map((each) => responsiblePartyOf("Operator", each))).toEqual([
      "operator",
      "operator",
      "operator",
    ]);
  });

  test("without rights nothing is anybody's own, whoever's turn it is", () => {
    for (const turn of responsibleRoles) {
      expect(responsiblePartyOf(turn, viewer)).not.toBe("you");
      expect(responsiblePartyOf(turn, nobodyInParticular)).not.toBe("you");
    }
  });
});

import { accountFormOf, keysOfForm } from "./account-forms.ts";
import type { AccountPurpose, AccountWay } from "./account-key.ts";
import { type AccountData, fittingWay, spelledKey } from "./find-account-errors.ts";
import { projectOfServiceAccount } from "./service-account-rule.ts";

interface AccountDataChange {
  readonly purpose: AccountPurpose;
  readonly type: string;
  readonly before: AccountData;
  /** New values by key. A key without a new value keeps the stored one. */
  readonly given: AccountData;
  readonly way?: AccountWay["id"] | undefined;
}

/**
 * The data of an account after a change. A new value takes the spelling that the Secret has, and the keys of the ways to
 * sign in that are no longer used go.
 */
export function mergeAccountData({ purpose, type, before, given, way }: AccountDataChange): AccountData {
  const form = accountFormOf(purpose, type);
  const filled = Object.entries(given).filter(([, value]) => value !== "");
  if (form === undefined) return { ...before, ...Object.fromEntries(filled) };
  const chosen = form.ways.find(({ id }) => id === way) ?? fittingWay(form, given);
  const used = new Set(chosen?.keys.map(({ name }) => name));
  const changesWay = form.ways.some(({ keys }) => keys.some(({ name }) => given[name]));
  const all = keysOfForm(form);
  const dropped = new Set(
    form.ways
      .flatMap(({ keys }) => keys)
      .filter(({ name }) => changesWay && !used.has(name))
      .flatMap(({ name, alias = name }) => [name, alias]),
  );
  const kept = Object.entries(before).filter(([name]) => !dropped.has(name));
  const spelled = filled.map(([name, value]) => {
    const key = all.find((each) => each.name === name);
    return [key === undefined ? name : spelledKey(key, before), value] as const;
  });
  return Object.fromEntries([...kept, ...spelled]);
}

/**
 * Whether new credentials are for another project of Google than the stored ones. The extension accepts them, but what
 * the clusters have made in the former project stays there, out of their reach.
 */
export function leadsToOtherProject(before: AccountData, after: AccountData): boolean {
  const [had, has] = [before, after].map((data) => projectOfServiceAccount(data["serviceaccount.json"]));
  return had !== undefined && has !== undefined && had !== has;
}

import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { ShootSpec } from "./shoot.ts";

export interface AccessRestriction {
  readonly name: string;
  /** Options as written, such as `support.gardener.cloud/eu-access-for-cluster-nodes: true`. */
  readonly options: readonly string[];
  /** The item of the spec. */
  readonly written: unknown;
}

/** Returns the access restrictions in a spec, with their options. */
export function accessRestrictionsOf(spec: ShootSpec): readonly AccessRestriction[] {
  return listAt(spec, "accessRestrictions").flatMap((restriction) => {
    const name = stringAt(restriction, "name");
    if (!name) return [];
    const options = fieldAt(restriction, "options");
    return [
      {
        name,
        options: Object.entries(isRecord(options) ? options : {}).map(([key, value]) => `${key}: ${value}`),
        written: restriction,
      },
    ];
  });
}

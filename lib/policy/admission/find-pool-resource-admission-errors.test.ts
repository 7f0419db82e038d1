import { expect, test } from "vitest";
import type { VolumeType } from "#lib/garden/cloud-profile.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { profileAdmissionContextAt } from "../profiles/validate-profile.ts";
import { prepareProfile } from "../versions/prepared-profile.ts";
import { findPoolResourceAdmissionErrors } from "./find-pool-resource-admission-errors.ts";

const pool = (type: string): Worker => ({
  ...{ name: "one", minimum: 1, maximum: 2, machine: { type: "small" } },
  volume: { type, size: "50Gi" },
});

function errorsFor(type: string, volumeTypes: readonly VolumeType[] | undefined, before?: Worker) {
  const profile = prepareProfile({ type: "metal", ...(volumeTypes && { volumeTypes }) });
  const spec = { kubernetes: { version: "1.35.6" }, provider: { type: "metal", workers: [pool(type)] } };
  const view = profileAdmissionContextAt(0);
  const after = pool(type);
  return findPoolResourceAdmissionErrors({ before, after, spec, profile, view, kubelet: undefined }).map(
    ({ path, code }) => `${path} ${code}`,
  );
}

// @source Gardener: plugin/pkg/shoot/validator/admission.go, validateVolumeTypes
test("a type of volume is refused that the profile does not offer, also by a profile that offers none", () => {
  const refused = ["volume.type VOLUME_TYPE_NOT_OFFERED"];
  expect(errorsFor("fast", [{ name: "fast", class: "premium" }])).toEqual([]);
  expect(errorsFor("slow", [{ name: "fast", class: "premium" }])).toEqual(refused);
  expect(errorsFor("slow", undefined)).toEqual(refused);
  expect(errorsFor("slow", undefined, pool("slow"))).toEqual([]);
});

import { expect, test } from "vitest";
import { isMaintenanceRefused, readMaintenanceDescription } from "./maintenance-description.ts";

test("each form in which Gardener reports an update is read, with whether it was forced", () => {
  const entries = [
    'Control Plane: Updated Kubernetes version from "1.33.2" to "1.34.1". Reason: Kubernetes version expired - force update required',
    'Worker pool "a": Updated Kubernetes version from "1.33.2" to "1.33.4". Reason: Automatic update of Kubernetes version configured',
    'Worker pool "a": Updated machine image "gardenlinux" from "1.0.0" to "2.0.0". Reason: Version does not exist in CloudProfile',
    'Worker pool "b": Updated machine image "gardenlinux" from "1.0.0" to "2.0.0". Reason: Machine image version expired - force update required (image update strategy: major)',
  ];
  const { done, counted, refused } = readMaintenanceDescription({
    state: "Succeeded",
    description: `All maintenance operations successful. ${entries.join(", ")}`,
  });
  expect({ counted, refused }).toEqual({ counted: undefined, refused: false });
  expect(done).toEqual([
    { kind: "update", from: "1.33.2", to: "1.34.1", forced: true },
    { kind: "update", pool: "a", from: "1.33.2", to: "1.33.4", forced: false },
    { kind: "update", pool: "a", image: "gardenlinux", from: "1.0.0", to: "2.0.0", forced: true },
    { kind: "update", pool: "b", image: "gardenlinux", from: "1.0.0", to: "2.0.0", forced: true },
  ]);
});

test.each([
  ["rotate-ssh-keypair", "SSH keypair rotation started", "sshKeypair"],
  ["rotate-observability-credentials", "Observability passwords rotation started", "observability"],
  ["rotate-etcd-encryption-key", "ETCD Encryption key rotation started", "etcdEncryptionKey"],
])("an automatic rotation by %s is read", (operation, description, family) => {
  const said = `All maintenance operations successful. Credentials "${operation}": ${description}. Reason: Automatic rotation configured`;
  expect(readMaintenanceDescription({ state: "Succeeded", description: said }).done).toEqual([
    { kind: "rotation", family },
  ]);
});

test.each([
  'Worker pool "a": machine image version maintenance failed. Reason for update: Version does not exist in CloudProfile',
  'Credentials "rotate-etcd-encryption-key": Automatic rotation failed. Reason for update: ETCD encryption key rotation is already in progress',
  'Added "rotate-ca-start;reconcile" operation annotation',
  ".spec.addons was removed. Reason: addons are not supported anymore for Kubernetes versions 1.35+",
  'Removed admission plugins from "spec.kubernetes.kubeAPIServer.admissionPlugins" because they are not supported in Kubernetes version "1.35.0": A, B',
  "Failed to migrate from secretBindingName to credentialsBindingName: not found, or so",
  "Something that a later Gardener writes, with a comma",
])("what has no meaning here is kept as it was written: %s", (said) => {
  expect(readMaintenanceDescription({ description: `All maintenance operations successful. ${said}` }).done).toEqual([
    { kind: "text", said },
  ]);
});

test("a partial failure tells how many succeeded, and the reason of each failure", () => {
  const reasons = [
    'Worker pool "a": failed to update machine image "x": none, sorry',
    "Control Plane: Kubernetes maintenance failure",
  ];
  expect(
    readMaintenanceDescription({
      state: "Failed",
      description: "(1/3) maintenance operations successful. Control Plane: Kubernetes version update failed.",
      failureReason: reasons.join(", "),
    }),
  ).toMatchObject({ counted: { successful: 1, total: 3 }, failures: reasons, refused: false });
});

test("a refused run did nothing, whatever its description says", () => {
  const failureReason = 'Updates to the Shoot failed to be applied: Shoot "x" is invalid, as told';
  expect(isMaintenanceRefused(failureReason)).toBe(true);
  expect(readMaintenanceDescription({ state: "Failed", description: "Maintenance failed", failureReason })).toEqual({
    done: [],
    failures: ['Shoot "x" is invalid, as told'],
    refused: true,
  });
});

test.each([{}, { description: "" }, { description: "All maintenance operations successful." }])(
  "no report is no entry: %j",
  (last) => {
    expect(readMaintenanceDescription(last).done).toEqual([]);
  },
);

import { expect, test } from "vitest";
import { causesOfRejection } from "./causes-of-rejection.ts";

const draft = {
  spec: {
    networking: {},
    provider: { infrastructureConfig: { networks: {} }, controlPlaneConfig: { zone: "a" } },
  },
};
const causesIn = (gardenMessage: string) =>
  causesOfRejection({ message: gardenMessage, gardenMessage, causes: [] }, draft).causes;
const forbidden = 'shoots.core.gardener.cloud "elm" is forbidden: ';

test("the causes of validation keep their fields and texts", () => {
  const causes = [
    { reason: "FieldValueInvalid", field: "spec.region", message: 'Invalid value: "x": nothing is there' },
    { reason: "FieldValueRequired", field: "spec.networking.type", message: "Required value" },
  ];
  expect(causesOfRejection({ message: "", gardenMessage: "", causes }, draft).causes).toEqual(
    causes.map(({ field, message }) => ({ field, message })),
  );
});

test("the only error in a text is one cause", () => {
  expect(
    causesIn(`${forbidden}spec.kubernetes.version: Unsupported value: "1.2.3": supported values: "1.34.1"`),
  ).toEqual([{ field: "spec.kubernetes.version", message: 'Unsupported value: "1.2.3": supported values: "1.34.1"' }]);
});

test("each error of a list in a text is a cause, also where a text has commas, brackets and fields in it", () => {
  const one = 'spec.provider.workers[0].zones[1]: Invalid value: "x": supported values: [a, b]';
  const two = "spec.tolerations[0]: Forbidden: use spec.seedSelector: it fits";
  const three = "metadata.annotations[shoot.gardener.cloud/x]: Too long: may not be more than 9 bytes";
  expect(causesIn(`${forbidden}[${one}, ${two}, ${three}]`)).toEqual([
    { field: "spec.provider.workers[0].zones[1]", message: 'Invalid value: "x": supported values: [a, b]' },
    { field: "spec.tolerations[0]", message: "Forbidden: use spec.seedSelector: it fits" },
    { field: "metadata.annotations[shoot.gardener.cloud/x]", message: "Too long: may not be more than 9 bytes" },
  ]);
});

test("a field that is named without its block is looked up in the draft", () => {
  const webhook = 'admission webhook "validator.admission-aws.extensions.gardener.cloud" denied the request: ';
  const errors = ["networks.vpc", "zone", "networking.nodes", "name", "unheard.of"];
  expect(causesIn(`${webhook}[${errors.map((field) => `${field}: Required value: it must`).join(", ")}]`)).toEqual(
    [
      "spec.provider.infrastructureConfig.networks.vpc",
      "spec.provider.controlPlaneConfig.zone",
      "spec.networking.nodes",
      "metadata.name",
      "spec.provider.infrastructureConfig.unheard.of",
    ].map((field) => ({ field, message: "Required value: it must" })),
  );
});

test("a text that names no field is one cause without a field", () => {
  const failed = "error retrieving default domains: Internal error occurred: could not get seed";
  expect(causesIn(failed)).toEqual([{ field: "", message: failed }]);
  const text = `${forbidden}credentialsbinding.security.gardener.cloud "none" not found`;
  expect(causesIn(text)).toEqual([{ field: "", message: text }]);
});

const serverPath = "spec.kubernetes.kubeAPIServer";

test.each([
  [
    `${forbidden}failed to resolve structured authentication config map reference: configmaps "none" not found`,
    `${serverPath}.structuredAuthentication.configMapName`,
  ],
  [
    'admission webhook "audit-policies.gardener.cloud" denied the request: referenced audit policy ConfigMap ' +
      'garden-a/none does not exist: configmaps "none" not found',
    `${serverPath}.auditConfig.auditPolicy.configMapRef.name`,
  ],
  [`${forbidden}user "me" is not allowed to set .spec.seedName for "shoots"`, "spec.seedName"],
])("a text about a reference that leads to nothing is a cause at the field that it means: %s", (told, field) => {
  expect(causesIn(told)).toEqual([{ field, message: told }]);
});

test("a text without end is read in a moment", () => {
  const long = `${forbidden}[${"a.".repeat(500_000)}`;
  const begin = performance.now();
  expect(causesIn(long)).toHaveLength(1);
  expect(performance.now() - begin).toBeLessThan(500);
});

interface Recorded {
  readonly code: number;
  readonly message: string;
  readonly reason?: string;
}

/** Responses of an API server of Gardener 1.150 with all of its default admission plugins, verbatim. */

/** Rejections by admission rules, which apply to all users. */
export const forbiddenByAdmission: readonly Recorded[] = [
  'shoots.core.gardener.cloud "storefront-eu" is forbidden: spec.provider.workers[0]: Invalid value: "flatcar": image is not supported',
  'shoots.core.gardener.cloud "storefront-eu" is forbidden: exposureclass.core.gardener.cloud "nosuch" not found',
  'shoots.core.gardener.cloud "storefront-eu" is forbidden: 1 error occurred:\n\t* given Shoot uses non-registered extension type: spec.extensions[0].type ("nosuch")\n\n',
  'shoots.core.gardener.cloud "ledger-eu" is forbidden: [spec.accessRestrictions[0]: Unsupported value: "eu-access-only", spec.accessRestrictions[0]: Forbidden: access restriction "eu-access-only" is not supported by the seed]',
  'cloudprofiles.core.gardener.cloud "aws" is forbidden: 1 error occurred:\n\t* unable to delete Kubernetes version "1.35.1" from CloudProfile "aws" - version is still in use by shoot \'garden-shop/catalogue\'\n\n',
  'seeds.core.gardener.cloud "aws-eu1" is forbidden: cannot delete seed aws-eu1 since it is still used by shoot(s)',
].map((message) => ({ code: 403, reason: "Forbidden", message }));

/** Rejections because of missing permissions, by RBAC and for a custom verb. */
export const forbiddenByRights: readonly Recorded[] = [
  'shoots.core.gardener.cloud "storefront-eu" is forbidden: User "ravi.menon@harborline.example" cannot update resource "shoots/binding" in API group "core.gardener.cloud" in the namespace "garden-shop"',
  'namespacedcloudprofiles.core.gardener.cloud "ml-gpu" is forbidden: user "lena.sorensen@harborline.example" is not allowed to modify .spec.kubernetes for "namespacedcloudprofiles"',
].map((message) => ({ code: 403, reason: "Forbidden", message }));

/** Rejections by admission rules that the API server returns as status 500. */
export const rejectedWith500: readonly Recorded[] = [
  {
    code: 500,
    message:
      'cloud profile reference change is invalid: cannot change from "aws" to "gcp". The cloud profile reference must remain within the same hierarchy',
  },
  {
    code: 500,
    reason: "InternalError",
    message:
      'Internal error occurred: could not find referenced cloud profile: cloudprofile.core.gardener.cloud "nosuch" not found',
  },
  {
    code: 500,
    message:
      'error retrieving default domains: Internal error occurred: could not get seed nosuch: seed.core.gardener.cloud "nosuch" not found',
  },
  { code: 500, message: "specified version '1.33.12' does not set expiration date" },
  {
    code: 500,
    reason: "InternalError",
    message: 'Internal error occurred: cloudprofile.core.gardener.cloud "nosuch" not found',
  },
  {
    code: 500,
    message:
      "failed to create typed patch object (garden-shop/storefront-eu; core.gardener.cloud/v1beta1, Kind=Shoot): .spec.colour: field not declared in schema",
  },
];

/** A Shoot as Go prints it in an error message, shorter than the 36 kB in the recorded response. */
export const quotedShoot = JSON.stringify(
  JSON.stringify({
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: {
      name: "storefront-eu",
      namespace: "garden-shop",
      annotations: { note: '"quoted" {text}\n'.repeat(1_500) },
    },
  }),
);

/** The API server's response to a patch whose result is no valid Shoot: it repeats the Shoot, then gives the cause. */
export function invalidPatchResponse(clause: string) {
  const message = `Invalid value: ${quotedShoot}: ${clause}`;
  const causes = [{ reason: "FieldValueInvalid", message, field: "patch" }];
  return { code: 422, reason: "Invalid", message: ` "" is invalid: patch: ${message}`, details: { causes } };
}

import { expect, test } from "vitest";
import { parseAzureResourceId } from "./azure-resource-id.ts";
import { azureCases, type ProviderCase, textsOfCase } from "./provider-shoot.fixture.ts";

const worker = "spec.provider.workers[0]";
const config = `${worker}.providerConfig`;
const subscription = "/subscriptions/0f7c5c38-6d0a-4a6b-9c5f-2d7a3f1e9b11";
const workerConfig = (settings: object) => ({
  [config]: { apiVersion: "azure.provider.extensions.gardener.cloud/v1alpha1", kind: "WorkerConfig", ...settings },
});
/** A data volume `data` with an image. */
const withImage = (imageRef: object, name = "data") => ({
  [`${worker}.dataVolumes`]: [{ name: "data", type: "Premium_LRS", size: "50Gi" }],
  ...workerConfig({ dataVolumes: [{ name, imageRef }] }),
});
const imageRef = `${config}.dataVolumes[0].imageRef`;
const image = `${subscription}/resourceGroups/hub/providers/Microsoft.Compute/images/data`;
const reservation = `${subscription}/resourceGroups/hub/providers/Microsoft.Compute/CAPACITYReservationGroups/one`;

const cases: readonly ProviderCase[] = [
  [
    "the amounts of a node template are not negative, and virtual ones are whole",
    workerConfig({ nodeTemplate: { capacity: { cpu: "500m" }, virtualCapacity: { "team/seats": "2" } } }),
    workerConfig({ nodeTemplate: { capacity: { cpu: "-1" }, virtualCapacity: { "team/seats": "1500m" } } }),
    [
      `${config}.nodeTemplate.capacity.cpu: Invalid value: "-1": cpu value must not be negative`,
      `${config}.nodeTemplate.virtualCapacity.team/seats: Invalid value: "1500m": team/seats value must be a whole number`,
    ],
  ],
  [
    "an image of a data volume is named in some way",
    withImage({ urn: "publisher:offer:sku:1.0" }),
    withImage({}),
    [`${imageRef}: Invalid value: {}: imageRef is defined but empty`],
  ],
  [
    "an image is of a data volume of the pool",
    withImage({ sharedGalleryImageID: "/SharedGalleries/a/Images/b/Versions/1.0" }),
    withImage({ sharedGalleryImageID: "/SharedGalleries/a/Images/b/Versions/1.0" }, "other"),
    [`${config}.dataVolumes[0].name: Invalid value: "other": no dataVolume with this name exists`],
  ],
  [
    "the names of an image have the form of their kind",
    withImage({ communityGalleryImageID: "/CommunityGalleries/a/Images/b/Versions/1.0" }),
    withImage({ urn: "publisher:offer", communityGalleryImageID: "" }),
    [
      `${imageRef}.urn: Invalid value: "publisher:offer": does not match expected regex ^[\\w-]+:[\\w-]+:[\\w.-]+:[\\w.-]+$`,
      `${imageRef}.communityGalleryImageID: Required value: must not be empty`,
    ],
  ],
  [
    "the id of an image is one of Azure",
    withImage({ id: image }),
    withImage({ id: image.slice(1) }),
    [`${imageRef}.id: Invalid value: "${image.slice(1)}": invalid image ID`],
  ],
  [
    "the subscription of an image is a UUID",
    {},
    withImage({ id: "/subscriptions/mine" }),
    [`${imageRef}.images: Invalid value: "mine": must be a valid Azure subscription ID`],
  ],
  [
    "a capacity reservation is a group of them",
    workerConfig({ capacityReservation: { capacityReservationGroupID: reservation } }),
    workerConfig({ capacityReservation: { capacityReservationGroupID: image } }),
    [
      `${config}.capacityReservation.capacityReservationGroupID: Invalid value: "${image}": provided resource ID must be of type 'CapacityReservationGroups', got 'images'`,
    ],
  ],
  [
    "a capacity reservation has the id of a resource",
    workerConfig({ capacityReservation: {} }),
    workerConfig({ capacityReservation: { capacityReservationGroupID: "" } }),
    [`${config}.capacityReservation.capacityReservationGroupID: Invalid value: "": invalid Azure resource ID`],
  ],
];

test.each(cases)("on Azure %s", (...each) => {
  expect(textsOfCase(azureCases, each)).toEqual({ accepted: [], refused: each[3] });
});

test("after an image whose id cannot be read the other data volumes are not looked at", () => {
  const broken = { name: "data", imageRef: { id: "x" } };
  const { refused } = textsOfCase(azureCases, [
    "",
    {},
    { ...withImage({}), ...workerConfig({ dataVolumes: [broken, broken] }) },
    [],
  ]);
  expect(refused).toEqual([`${imageRef}.id: Invalid value: "x": invalid image ID`]);
});

test.each([
  ["/subscriptions/s", ["s", "", "subscriptions", "s"]],
  ["/SUBSCRIPTIONS/s/resourcegroups/g/providers/N/t/n", ["s", "g", "t", "n"]],
  ["/subscriptions/s/resourceGroups/g/providers/N/t/n/sub/m", ["s", "g", "t/sub", "m"]],
  ["/subscriptions/s/providers/N", ["s", "", "providers", "N"]],
  ["//subscriptions/s//resourceGroups/ g /t/n/", ["s", "g", "resourceGroups/t", "n"]],
  ["/providers/N/t/n", ["", "", "t", "n"]],
  ["/subscriptions/s/t", ["s", "", "subscriptions/t", ""]],
])("the id %s names a resource of Azure", (id, expected) => {
  const { subscription: one, resourceGroup, type, name } = parseAzureResourceId(id) ?? {};
  expect([one, resourceGroup, type, name]).toEqual(expected);
});

test.each([
  ...["", "/", "subscriptions/s", "/subscriptions", "/resourceGroups/g", "/subscriptions/s/resourceGroups"],
  ...["/subscriptions/s/resourceGroups/g/t", "/subscriptions/s/providers/N/t", "/subscriptions/s/t/n/providers/N"],
])("the id %j names no resource of Azure", (id) => {
  expect(parseAzureResourceId(id)).toBeUndefined();
});

import { expect, test } from "vitest";
import { awsCases, type ProviderCase, textsOfCase } from "./provider-shoot.fixture.ts";

const worker = "spec.provider.workers[0]";
const at = `${worker}.providerConfig`;
const kind = { apiVersion: "aws.provider.extensions.gardener.cloud/v1alpha1", kind: "WorkerConfig" };
const config = (fields: object) => ({ [at]: { ...kind, ...fields } });

/** A rule of ValidateWorkerConfig in pkg/apis/aws/validation/worker.go of gardener-extension-provider-aws. */
const cases: readonly ProviderCase[] = [
  [
    "the capacity of a node is not negative (validateResourceQuantityValue)",
    config({ nodeTemplate: { capacity: { cpu: "2", "example.org/thing": "-1" } } }),
    config({ nodeTemplate: { capacity: { cpu: "-2" } } }),
    [`${at}.nodeTemplate.capacity.cpu: Invalid value: "-2": cpu value must not be negative`],
  ],
  [
    "a resource of virtual capacity is whole and not negative (validateResourceQuantityWholeNumber)",
    config({ nodeTemplate: { virtualCapacity: { things: "1e3" } } }),
    config({ nodeTemplate: { virtualCapacity: { things: "100m", others: "-1" } } }),
    [
      `${at}.nodeTemplate.virtualCapacity.things: Invalid value: "100m": things value must be a whole number`,
      `${at}.nodeTemplate.virtualCapacity.others: Invalid value: "-1": others value must not be negative`,
    ],
  ],
  [
    "a capacity reservation is named in one way, and only if reservations are all that is used",
    config({ capacityReservation: { capacityReservationId: "cr-1a" } }),
    config({
      capacityReservation: {
        capacityReservationPreference: "open",
        capacityReservationId: "cr_1",
        capacityReservationResourceGroupArn: "arn:aws:resource-groups:eu:1:group/x",
      },
    }),
    [
      `${at}.capacityReservation.capacityReservationPreference: Forbidden: 'capacityReservationId' or 'capacityReservationResourceGroupArn' may only be given if 'capacityReservationPreference' is 'capacity-reservations-only' (or absent)`,
      `${at}.capacityReservation.capacityReservationId: Invalid value: "cr_1": does not match expected regex ^cr-[a-z0-9]+$`,
      `${at}.capacityReservation.capacityReservationId: Forbidden: only one of 'capacityReservationId' and 'capacityReservationResourceGroupArn' may be given`,
    ],
  ],
  [
    "a network interface is of a known type, and has one index or a range of them (validateNetworkInterface)",
    config({
      networkInterfaces: [{ type: "efa-only", networkCardIndex: 1 }, { networkCardIndexRange: { from: 0, to: 3 } }],
    }),
    config({
      networkInterfaces: [
        { type: "modem", deviceIndex: -1 },
        { networkCardIndexRange: { from: 3, to: 1 } },
        { type: "efa-only" },
      ],
    }),
    [
      `${at}.networkInterfaces[0].type: Unsupported value: "modem": supported values: "interface", "efa", "efa-only"`,
      `${at}.networkInterfaces[0].deviceIndex: Invalid value: -1: must be >= 0`,
      `${at}.networkInterfaces[1].networkCardIndexRange: Invalid value: {"from":3,"to":1}: from must be less than or equal to to`,
      `${at}.networkInterfaces[2].type: Invalid value: "efa-only": the primary network interface (networkCardIndex 0, deviceIndex 0) must be of type "interface" or "efa", not "efa-only"`,
    ],
  ],
  [
    "the placement of a machine is one that AWS knows, and a host needs its tenancy (validatePlacement)",
    config({ placement: { tenancy: "host", affinity: "host", hostId: "h-1", partitionNumber: 1 } }),
    config({ placement: { tenancy: "flat", affinity: "some", hostId: "h-1", partitionNumber: 0 } }),
    [
      `${at}.placement.tenancy: Unsupported value: "flat": supported values: "default", "dedicated", "host"`,
      `${at}.placement.affinity: Unsupported value: "some": supported values: "default", "host"`,
      `${at}.placement.hostId: Forbidden: hostId can only be set when tenancy is "host"`,
      `${at}.placement.partitionNumber: Invalid value: 0: must be >= 1`,
    ],
  ],
  [
    "the market of an instance is one that AWS knows (validateInstanceMarketOptions)",
    config({ instanceMarketOptions: { marketType: "spot" } }),
    config({ instanceMarketOptions: {} }),
    [
      `${at}.instanceMarketOptions.marketType: Unsupported value: "": supported values: "spot", "capacity-block", "interruptible-capacity-reservation"`,
    ],
  ],
];

test.each(cases)("on AWS %s", (...each) => {
  expect(textsOfCase(awsCases, each)).toEqual({ accepted: [], refused: each[3] });
});

test("an amount that is no quantity makes a block unreadable", () => {
  const [text = ""] = textsOfCase(awsCases, [
    "",
    {},
    config({ nodeTemplate: { capacity: { cpu: "much" } } }),
    [],
  ]).refused;
  expect(text).toMatch(/^spec\.provider\.workers\[0\]\.providerConfig: Invalid value: .*isn't a supported version$/);
});

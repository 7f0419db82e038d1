import { expect, test } from "vitest";
import { awsCases, type ProviderCase, textsOfCase } from "./provider-shoot.fixture.ts";

const worker = "spec.provider.workers[0]";
const config = { apiVersion: "aws.provider.extensions.gardener.cloud/v1alpha1", kind: "WorkerConfig" };

const cases: readonly ProviderCase[] = [
  [
    "a pool has a volume with size and type",
    {},
    { [`${worker}.volume`]: {} },
    [
      "spec.provider.workers[0].volume.size: Required value: must not be empty",
      "spec.provider.workers[0].volume.type: Required value: must not be empty",
    ],
  ],
  [
    "a volume of type io1 has its performance",
    {
      [`${worker}.volume.type`]: "io1",
      [`${worker}.providerConfig`]: { ...config, volume: { iops: 200 } },
    },
    { [`${worker}.volume.type`]: "io1" },
    ["spec.provider.workers[0].providerConfig: Required value: WorkerConfig must be set if volume type is io1"],
  ],
  [
    "a pool has no more than eleven data volumes",
    { [`${worker}.dataVolumes`]: Array.from({ length: 11 }, () => ({ name: "a", type: "gp3", size: "9Gi" })) },
    { [`${worker}.dataVolumes`]: Array.from({ length: 12 }, () => ({ name: "a", type: "gp3", size: "9Gi" })) },
    ["spec.provider.workers[0].dataVolumes: Too many: 12: must have at most 11 items"],
  ],
  [
    "the hop limit of the metadata service is between 1 and 64",
    {
      [`${worker}.providerConfig`]: {
        ...config,
        instanceMetadataOptions: { httpPutResponseHopLimit: 64 },
      },
    },
    {
      [`${worker}.providerConfig`]: {
        ...config,
        instanceMetadataOptions: { httpPutResponseHopLimit: 65 },
      },
    },
    [
      "spec.provider.workers[0].providerConfig.instanceMetadataOptions.httpPutResponseHopLimit: Invalid value: 65: only values between 1 and 64 are allowed",
    ],
  ],
];

test.each(cases)("on AWS %s", (...each) => {
  expect(textsOfCase(awsCases, each)).toEqual({ accepted: [], refused: each[3] });
});

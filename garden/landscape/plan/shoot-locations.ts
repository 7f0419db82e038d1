import type { OfferedProvider } from "./shoot-plan.ts";

/** Provider and region of demo Shoots by Seed; in some cases the Seed itself is in another region. */
export const shootLocations = {
  "aws-eu1": { provider: "aws", region: "eu-central-1", seed: "aws-eu1" },
  "aws-us1": { provider: "aws", region: "us-east-1", seed: "aws-us1" },
  "aws-eu2": { provider: "aws", region: "eu-west-1", seed: "aws-eu2" },
  "aws-eu3": { provider: "aws", region: "eu-west-1", seed: "aws-eu3" },
  "gcp-eu1": { provider: "gcp", region: "europe-west3", seed: "gcp-eu1" },
  "gcp-eu2": { provider: "gcp", region: "europe-west4", seed: "gcp-eu2" },
  "gcp-canary": { provider: "gcp", region: "europe-west1", seed: "gcp-canary" },
  "az-eu1": { provider: "azure", region: "westeurope", seed: "az-eu1" },
  "os-south1": { provider: "openstack", region: "de-south-1", seed: "os-south1" },
  "os-north1": { provider: "openstack", region: "de-north-2", seed: "os-north1" },
  "ali-eu1": { provider: "alicloud", region: "eu-central-1", seed: "ali-eu1" },
  local: { provider: "local", region: "local", seed: "local" },
  "metal-fra1": { provider: "metal", region: "frankfurt", seed: "metal-fra1" },
  "hcloud-fsn1": { provider: "hcloud", region: "fsn1", seed: "hcloud-fsn1" },
} as const;

/** Availability zones by provider and region. On metal they are the partitions; a local region has none. */
export const zonesByRegion: Readonly<Record<OfferedProvider, Readonly<Record<string, readonly string[]>>>> = {
  aws: {
    "eu-central-1": ["eu-central-1a", "eu-central-1b", "eu-central-1c"],
    "eu-west-1": ["eu-west-1a", "eu-west-1b", "eu-west-1c"],
    "us-east-1": ["us-east-1a", "us-east-1b", "us-east-1c"],
    "ap-southeast-2": ["ap-southeast-2a", "ap-southeast-2b"],
  },
  gcp: {
    "europe-west3": ["europe-west3-a", "europe-west3-b", "europe-west3-c"],
    "europe-west1": ["europe-west1-b", "europe-west1-c"],
    "europe-west4": ["europe-west4-a", "europe-west4-b", "europe-west4-c"],
    "us-central1": ["us-central1-a", "us-central1-b", "us-central1-f"],
  },
  azure: { westeurope: ["1", "2", "3"], northeurope: ["1", "2", "3"], eastus: ["1", "2", "3"] },
  openstack: { "de-south-1": ["de-south-1a", "de-south-1b"], "de-north-2": ["de-north-2a"] },
  alicloud: {
    "eu-central-1": ["eu-central-1a", "eu-central-1b", "eu-central-1c"],
    "ap-southeast-1": ["ap-southeast-1a", "ap-southeast-1b"],
  },
  local: { local: [] },
  metal: { frankfurt: ["fra-equ01", "fra-equ02"], munich: ["muc-itenos1"] },
  hcloud: { fsn1: ["fsn1-dc14"], nbg1: ["nbg1-dc3"], hel1: ["hel1-dc2"] },
};

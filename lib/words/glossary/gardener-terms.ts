import { message } from "#lib/language/text.ts";
import type { GlossaryTerms } from "./glossary-entry.ts";

const docs = "https://github.com/gardener/gardener/blob/master/docs";
const versions = `${docs}/usage/shoot/shoot_kubernetes_versions.md`;
const maintenance = `${docs}/usage/shoot/shoot_maintenance.md`;
const architecture = `${docs}/concepts/architecture.md`;
const updates = `${docs}/usage/shoot-operations/shoot_updates.md`;

export const gardenerTerms = {
  "admin-kubeconfig": {
    word: message("admin, viewer kubeconfig"),
    meaning: message("Access to a Shoot for a limited time, made by the garden when somebody with the right asks."),
    source: `${docs}/usage/shoot/shoot_access.md`,
  },
  "automatic-update": {
    word: message("automatic update"),
    meaning: message(
      "Maintenance moves a version to a newer one in good time. Kubernetes gets the newest patch of its minor version, a machine image what its update strategy allows.",
    ),
    source: updates,
  },
  cloudprofile: {
    word: message("CloudProfile, profile"),
    meaning: message(
      "What a landscape offers on one cloud: Kubernetes versions, machine types, images, regions. Operators keep it.",
    ),
    source: versions,
  },
  constraint: {
    word: message("constraint"),
    meaning: message("A warning in a Shoot's status about something that will fail later, such as waking up."),
    source: `${docs}/usage/shoot/shoot_status.md`,
  },
  "control-plane": {
    word: message("control plane"),
    meaning: message("The API server, scheduler, controllers and etcd of a Shoot. They run in a Seed."),
    source: architecture,
  },
  "credentials-binding": {
    word: message("credentials binding"),
    meaning: message("The link from a Shoot to the Secret of its cloud account. The older kind is the SecretBinding."),
    source: `${docs}/usage/shoot-operations/secretbinding-to-credentialsbinding-migration.md`,
  },
  "dual-approval": {
    word: message("dual approval"),
    meaning: message("The rule that one person asks for a deletion and another one confirms it."),
  },
  edition: {
    word: message("edition"),
    meaning: message("In Almanac: a release of Gardener and what its rules are."),
  },
  expired: {
    word: message("expired, deprecated"),
    meaning: message(
      "Stages of a version. From expired on, maintenance moves clusters off it, even if automatic updates are off.",
    ),
    source: versions,
  },
  "force-deletion": {
    word: message("force deletion"),
    meaning: message("Gardener drops its own records of a Shoot and leaves what is in the cloud account to people."),
    source: `${docs}/usage/shoot-operations/shoot_operations.md`,
  },
  garden: {
    word: message("garden, garden cluster"),
    meaning: message("The Kubernetes API in which Shoots, projects and profiles are objects."),
    source: architecture,
  },
  gardenlet: {
    word: message("gardenlet"),
    meaning: message("Gardener's agent in a Seed: it creates, reconciles and deletes Shoots."),
    source: `${docs}/concepts/gardenlet.md`,
  },
  hibernation: {
    word: message("hibernation"),
    meaning: message("A Shoot asleep: no nodes, no running control plane, its volumes and its state are kept."),
    source: `${docs}/usage/shoot/shoot_hibernate.md`,
  },
  "in-place-update": {
    word: message("in-place update"),
    meaning: message(
      "A pool's nodes are updated without being replaced, by Gardener one by one or as people select them.",
    ),
    source: updates,
  },
  landscape: {
    word: message("landscape"),
    meaning: message("One installation of Gardener: a garden, its Seeds and what they run."),
    source: architecture,
  },
  "last-operation": {
    word: message("last operation"),
    meaning: message("What gardenlet does or did last with a Shoot: a type, a state, a progress."),
    source: `${docs}/usage/shoot/shoot_status.md`,
  },
  "machine-image": {
    word: message("machine image"),
    meaning: message("The operating system of nodes, with versions of its own."),
    source: maintenance,
  },
  "maintenance-window": {
    word: message("maintenance window"),
    meaning: message(
      "The time of day in which Gardener can change a Shoot unasked. It has a fixed offset from UTC and does not follow summer time.",
    ),
    source: maintenance,
  },
  namespacedcloudprofile: {
    word: message("NamespacedCloudProfile"),
    meaning: message("A project's own additions to a CloudProfile, such as a later expiry."),
    source: `${docs}/usage/project/namespaced-cloud-profiles.md`,
  },
  preview: {
    word: message("preview, supported"),
    meaning: message(
      "Stages of a version: not yet for production, and for production. Maintenance never installs a preview version.",
    ),
    source: versions,
  },
  project: {
    word: message("project"),
    meaning: message("A team's share of the garden: members and a namespace."),
    source: `${docs}/usage/project/projects.md`,
  },
  purpose: {
    word: message("purpose"),
    meaning: message("What a Shoot is for: evaluation, testing, development, production, infrastructure."),
    source: `${docs}/usage/shoot/shoot_purposes.md`,
  },
  reconcile: {
    word: message("reconcile"),
    meaning: message("To make what runs equal to what is written."),
    source: `${docs}/usage/shoot-operations/shoot_operations.md`,
  },
  roll: {
    word: message("roll"),
    meaning: message("To replace a pool's nodes by new ones, some at a time."),
    source: updates,
  },
  rotation: {
    word: message("rotation"),
    meaning: message(
      "To replace a credential. Those with two steps: prepare makes the new one valid beside the old, complete ends the old. Others take one step.",
    ),
    source: `${docs}/usage/shoot-operations/shoot_credentials_rotation.md`,
  },
  seed: {
    word: message("Seed"),
    meaning: message("A cluster that runs the control planes of Shoots."),
    source: architecture,
  },
  shoot: {
    word: message("Shoot"),
    meaning: message("A cluster that Gardener runs for somebody. The screens say cluster."),
    source: architecture,
  },
  surge: {
    word: message("surge"),
    meaning: message("How many nodes more (`maxSurge`) or fewer (`maxUnavailable`) a pool can have while it rolls."),
    source: updates,
  },
  "worker-pool": {
    word: message("worker pool"),
    meaning: message("Nodes of a Shoot that are alike: machine type, image, zones, count. The screens say pool."),
    source: updates,
  },
  workerless: {
    word: message("workerless"),
    meaning: message("A Shoot that has no nodes at all."),
    source: `${docs}/usage/shoot/shoot_workerless.md`,
  },
} as const satisfies GlossaryTerms;

import "server-only";
import {
  flag,
  integer,
  keyedList,
  list,
  object,
  open,
  type Schema,
  text,
  texts,
  time,
} from "#garden/api/schema/schema.ts";

const condition = object("The state of one aspect.", {
  type: text("Type of the condition."),
  status: text("True, False, Unknown or Progressing."),
  lastTransitionTime: time("When the status last changed."),
  lastUpdateTime: time("When it was last written."),
  reason: text("Why, in one word."),
  message: text("Why, for people."),
  codes: texts("Well-known error codes."),
});

const rotationOf = (what: string, more: Readonly<Record<string, Schema>> = {}): Schema =>
  object(`The rotation of ${what}.`, {
    phase: text("Where it stands."),
    lastInitiationTime: time("When it last began."),
    lastInitiationFinishedTime: time("When its first half last ended."),
    lastCompletionTriggeredTime: time("When its second half last began."),
    lastCompletionTime: time("When it last ended."),
    ...more,
  });

const pending = { pendingWorkersRollouts: list("Pools that are still to be rolled out.", open("One pool.")) };

/** status of a Shoot. It stays open: a newer gardenlet may write what this server does not know. */
export const shootStatus: Schema = {
  ...object("Most recently observed status of the Shoot cluster.", {
    conditions: keyedList("The health of the cluster.", "type", condition),
    constraints: keyedList("What stands in the way of operations.", "type", condition),
    gardener: object("The gardenlet that last acted.", {
      id: text("Its container."),
      name: text("Its pod."),
      version: text("Its release."),
    }),
    hibernated: flag("Whether the cluster sleeps."),
    lastOperation: object("The last operation.", {
      type: text("Create, Reconcile, Delete, Migrate or Restore."),
      state: text("Processing, Succeeded, Error, Failed, Pending or Aborted."),
      progress: integer("How far it is, in percent."),
      description: text("What it does, for people."),
      lastUpdateTime: time("When it was last written."),
    }),
    lastErrors: list(
      "The errors of the last operation.",
      object("One error.", {
        description: text("What went wrong, for people."),
        taskID: text("The task that failed."),
        codes: texts("Well-known error codes."),
        lastUpdateTime: time("When it was last seen."),
      }),
    ),
    observedGeneration: { type: "integer", format: "int64", description: "The generation that was last acted on." },
    retryCycleStartTime: time("Since when the operation is tried again."),
    seedName: text("The Seed that runs the control plane."),
    technicalID: text("The name of the cluster on its Seed."),
    uid: text("The unique id of the cluster."),
    clusterIdentity: text("The identity of the cluster."),
    advertisedAddresses: keyedList(
      "Addresses of the cluster.",
      "name",
      object("One address.", {
        name: text("Name of the address."),
        url: text("URL of the address."),
        application: text("What is served there."),
      }),
    ),
    migrationStartTime: time("When the migration to another Seed began."),
    credentials: object("The state of credentials.", {
      rotation: object("Rotations.", {
        certificateAuthorities: rotationOf("the certificate authorities", pending),
        serviceAccountKey: rotationOf("the key of ServiceAccount tokens", pending),
        etcdEncryptionKey: rotationOf("the etcd encryption key", {
          autoCompleteAfterPrepared: flag("Whether it goes on by itself."),
        }),
        sshKeypair: rotationOf("the SSH key pair"),
        observability: rotationOf("the observability credentials"),
      }),
      encryptionAtRest: open("What is encrypted at rest."),
    }),
    lastHibernationTriggerTime: time("When a schedule last acted."),
    lastMaintenance: object("The last maintenance.", {
      description: text("What it did, for people."),
      triggeredTime: time("When it began."),
      state: text("Processing, Succeeded or Error."),
      failureReason: text("Why it failed."),
    }),
    networking: open("The ranges in use."),
    inPlaceUpdates: open("Pools that wait for an in-place update."),
    manualWorkerPoolRollout: open("Pools that are rolled out on request."),
    liveMigration: open("The state of a live migration."),
  }),
  "x-kubernetes-preserve-unknown-fields": true,
};

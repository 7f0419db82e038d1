import "server-only";
import { parseSchemaTable } from "#garden/api/schema/schema.ts";

const shared = parseSchemaTable(`
condition object
  type text Type of the condition.
  status text True, False, Unknown or Progressing.
  lastTransitionTime time When the status last changed.
  lastUpdateTime time When it was last written.
  reason text Why, in one word.
  message text Why, for people.
  codes texts Well-known error codes.
rotation object
  phase text Where it stands.
  lastInitiationTime time When it last began.
  lastInitiationFinishedTime time When its first half last ended.
  lastCompletionTriggeredTime time When its second half last began.
  lastCompletionTime time When it last ended.
`);

/** Schema of a Shoot's status. Unknown fields are accepted, because a newer gardenlet can write them. */
export const shootStatusSchemas = parseSchemaTable(
  `
status open Most recently observed status of the Shoot cluster.
  conditions list(type) The health of the cluster.
    [] condition The state of one aspect.
  constraints list(type) What stands in the way of operations.
    [] condition The state of one aspect.
  gardener object The gardenlet that last acted.
    id text Its container.
    name text Its pod.
    version text Its release.
  hibernated flag Whether the cluster sleeps.
  lastOperation object The last operation.
    type text Create, Reconcile, Delete, Migrate or Restore.
    state text Processing, Succeeded, Error, Failed, Pending or Aborted.
    progress integer How far it is, in percent.
    description text What it does, for people.
    lastUpdateTime time When it was last written.
  lastErrors list The errors of the last operation.
    [] object One error.
      description text What went wrong, for people.
      taskID text The task that failed.
      codes texts Well-known error codes.
      lastUpdateTime time When it was last seen.
  observedGeneration long The generation that was last acted on.
  retryCycleStartTime time Since when the operation is tried again.
  seedName text The Seed that runs the control plane.
  technicalID text The name of the cluster on its Seed.
  uid text The unique id of the cluster.
  clusterIdentity text The identity of the cluster.
  advertisedAddresses list(name) Addresses of the cluster.
    [] object One address.
      name text Name of the address.
      url text URL of the address.
      application text What is served there.
  migrationStartTime time When the migration to another Seed began.
  credentials object The state of credentials.
    rotation object Rotations.
      certificateAuthorities rotation The rotation of the certificate authorities.
        pendingWorkersRollouts list Pools that are still to be rolled out.
          [] open One pool.
      serviceAccountKey rotation The rotation of the key of ServiceAccount tokens.
        pendingWorkersRollouts list Pools that are still to be rolled out.
          [] open One pool.
      etcdEncryptionKey rotation The rotation of the etcd encryption key.
        autoCompleteAfterPrepared flag Whether it goes on by itself.
      sshKeypair rotation The rotation of the SSH key pair.
      observability rotation The rotation of the observability credentials.
    encryptionAtRest open What is encrypted at rest.
  lastHibernationTriggerTime time When a schedule last acted.
  lastMaintenance object The last maintenance.
    description text What it did, for people.
    triggeredTime time When it began.
    state text Processing, Succeeded or Error.
    failureReason text Why it failed.
  networking open The ranges in use.
  inPlaceUpdates open Pools that wait for an in-place update.
  manualWorkerPoolRollout open Pools that are rolled out on request.
  liveMigration open The state of a live migration.
`,
  shared,
);

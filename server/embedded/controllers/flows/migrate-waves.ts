import type { Wave } from "./flow.ts";

const after = (seconds: number, task: string): Wave => ({ seconds, tasks: [task] });

/** The source side of a control plane migration, by its milestones. A real one has 53 tasks in 37 waves. */
export const migrateWaves: readonly Wave[] = [
  after(3, "Deploying control plane namespace"),
  after(10, "Waiting until main and event ETCDs have been reconciled"),
  after(10, "Waiting until Kubernetes API server rolled out"),
  after(30, "Deleting all Managed Resources"),
  after(40, "Migrating extension resources"),
  after(20, "Waiting until extension resources have been migrated"),
  after(15, "Persisting ShootState in garden cluster"),
  after(20, "Deleting kube-apiserver deployment"),
  after(60, "Migrating shoot infrastructure"),
  after(30, "Migrating BackupEntry to new seed"),
  after(40, "Deleting shoot namespace in Seed"),
];

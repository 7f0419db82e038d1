import type { Wave } from "./flow.ts";

/** What is left to do when the infrastructure is given up: only Gardener's own objects go. By its milestones. */
export const forceDeleteWaves: readonly Wave[] = [
  { seconds: 2, tasks: ["Initializing secrets management"] },
  { seconds: 15, tasks: ["Deleting extension resources", "Deleting machine resources"] },
  { seconds: 15, tasks: ["Waiting until extension resources have been deleted"] },
  { seconds: 10, tasks: ["Deleting managed resources"] },
  { seconds: 10, tasks: ["Deleting Etcd resources"] },
  { seconds: 15, tasks: ["Deleting shoot namespace"] },
  { seconds: 2, tasks: ["Deleting Shoot State"] },
];

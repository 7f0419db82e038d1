import { configMapObject } from "#garden/api/core/core-objects.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { DemoTime } from "../plan/demo-time.ts";

/** Freeze periods that the team of the project payments keeps in Almanac. One meets a forced image of ledger-us. */
export function demoFreezes(time: DemoTime): readonly KubeObject[] {
  const at = time.daysAgo(20);
  const by = "ravi.menon@harborline.example";
  const freezes = [
    { id: "quarter", name: "Quarter-end close", from: time.startOfDay(18), until: time.startOfDay(27), by, at },
  ];
  const labels = { "almanac.garden/freezes": "shared" };
  return [
    configMapObject(
      { name: "almanac-freezes", namespace: "garden-payments", labels, creationTimestamp: at },
      { freezes: JSON.stringify({ freezes }) },
    ),
  ];
}

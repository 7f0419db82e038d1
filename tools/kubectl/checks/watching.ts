import assert from "node:assert/strict";
import { configMaps, events, shoots } from "#lib/kube/resource.ts";
import { type KubectlCheck, outputOfSuccess } from "../check.ts";
import { checksNamespace, createIdleShoot } from "../shoots.ts";

export const watchingChecks: readonly KubectlCheck[] = [
  {
    name: "10 get shoots -w shows each change within a second, and goes on",
    run: async (bench) => {
      const name = await createIdleShoot(bench, "watched");
      const watching = bench.follow(["get", "shoots", "-n", checksNamespace, "-w", "-L", "checks/turn"]);
      await watching.line(/^watched /);
      for (const turn of ["one", "two", "three", "four"]) {
        const at = performance.now();
        const labels = { "checks/turn": turn };
        bench.garden().api.patch({ resource: shoots, namespace: checksNamespace, name }, { metadata: { labels } });
        await watching.line(new RegExp(`^watched .*\\b${turn}$`));
        assert.ok(performance.now() - at < 1000, `${turn} took ${performance.now() - at} ms`);
      }
      assert.ok(watching.isRunning);
      await watching.stop();
    },
  },
  {
    name: "11 get -w --output-watch-events tells what is new, changed and gone",
    run: async (bench) => {
      const { api } = bench.garden();
      const target = { resource: configMaps, namespace: checksNamespace, name: "fleeting" };
      const watching = bench.follow(["get", "configmaps", "-n", checksNamespace, "-w", "--output-watch-events"]);
      await watching.line(/^ADDED /);
      api.create(
        { resource: configMaps, namespace: checksNamespace },
        { apiVersion: "v1", kind: "ConfigMap", metadata: { name: target.name } },
      );
      await watching.line(/^ADDED\s+fleeting /);
      api.patch(target, { data: { key: "value" } });
      await watching.line(/^MODIFIED\s+fleeting /);
      api.delete(target);
      await watching.line(/^DELETED\s+fleeting /);
      await watching.stop();
    },
  },
  {
    name: "35 get events --watch shows the events of an operation",
    run: async (bench) => {
      const name = await createIdleShoot(bench, "eventful");
      const before = bench.garden().api.list({ resource: events, namespace: checksNamespace }).length;
      const watching = bench.follow(["get", "events", "-n", checksNamespace, "--watch-only"]);
      const annotated = ["annotate", "shoot", name, "-n", checksNamespace, "gardener.cloud/operation=reconcile"];
      await watching.line(/./, 1).catch(() => undefined);
      await outputOfSuccess(bench.kubectl(annotated));
      await watching.line(/shoot\/eventful/);
      assert.ok(bench.garden().api.list({ resource: events, namespace: checksNamespace }).length > before);
      await watching.stop();
    },
  },
];

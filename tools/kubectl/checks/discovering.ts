import assert from "node:assert/strict";
import { assertFails, type KubectlCheck, outputOfSuccess } from "../check.ts";

export const discoveringChecks: readonly KubectlCheck[] = [
  {
    name: "1 version shows the server",
    run: async ({ kubectl }) =>
      assert.match(await outputOfSuccess(kubectl(["version"])), /Server Version:.*v1\.\d+\.\d+/),
  },
  {
    name: "2 api-resources lists every kind with its short names",
    run: async ({ kubectl }) => {
      const listed = await outputOfSuccess(kubectl(["api-resources"]));
      assert.match(listed, /^shoots\s+core\.gardener\.cloud\/v1beta1\s+true\s+Shoot$/m);
      assert.match(listed, /^cloudprofiles\s+cprofile,cpfl\s+core\.gardener\.cloud\/v1beta1\s+false\s+CloudProfile$/m);
      assert.match(listed, /^credentialsbindings\s+cb\s+security\.gardener\.cloud\/v1alpha1\s+true/m);
      assert.match(listed, /^namespaces\s+ns\s+v1\s+false\s+Namespace$/m);
      assert.match(listed, /^clusterroles\s+rbac\.authorization\.k8s\.io\/v1\s+false/m);
    },
  },
  {
    name: "3 api-versions lists every group",
    run: async ({ kubectl }) => {
      const versions = (await outputOfSuccess(kubectl(["api-versions"]))).trim().split("\n");
      for (const version of ["v1", "core.gardener.cloud/v1beta1", "security.gardener.cloud/v1alpha1"])
        assert.ok(versions.includes(version), version);
    },
  },
  {
    name: "30 explain names the fields of a worker pool",
    run: async ({ kubectl }) => {
      const explained = await outputOfSuccess(kubectl(["explain", "shoot.spec.provider.workers"]));
      assert.match(explained, /machineControllerManager/);
      assert.match(explained, /-required-/);
      assert.match(
        await outputOfSuccess(kubectl(["explain", "shoot.spec.maintenance.timeWindow.begin"])),
        /HHMMSS\+ZONE/,
      );
    },
  },
  {
    name: "33 get --raw answers readyz and the OpenAPI index",
    run: async ({ kubectl }) => {
      assert.equal((await outputOfSuccess(kubectl(["get", "--raw", "/readyz"]))).trim(), "ok");
      assert.match(
        await outputOfSuccess(kubectl(["get", "--raw", "/openapi/v3"])),
        /apis\/core\.gardener\.cloud\/v1beta1\?hash=/,
      );
      await assertFails(kubectl(["get", "--raw", "/no/such/path"]), /NotFound|not find/);
    },
  },
];

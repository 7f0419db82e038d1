import { afterAll, describe, expect, test, vi } from "vitest";
import { signInMethods } from "#lib/contract/session.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { projects, roleBindings, shoots } from "#lib/kube/resource.ts";
import { clusterRoles } from "#server/testing/cluster-roles.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { tokenOfDemoUser } from "#server/testing/embedded-garden.ts";
import { openStream } from "#server/testing/open-stream.ts";
import { createSessionCookie } from "#server/testing/route-test-bed.ts";
import { createSkewedClock } from "#server/testing/skewed-clock.ts";
import type { StreamReader } from "#server/testing/stream-reader.ts";

// Long timeout, as a route's first load is slow on a busy machine. Tests of speed have their own limits.
const rbac = "rbac.authorization.k8s.io";

/** A complete RoleBinding; the type of the product's client only has the fields that Almanac reads. */
function bound(fields: { metadata: KubeObject["metadata"]; subjects: readonly object[]; roleRef: object }): KubeObject {
  return { apiVersion: `${rbac}/v1`, kind: "RoleBinding", ...fields };
}

const clock = createSkewedClock();
const tabs = new AbortController();
// Registered after the demo garden and therefore executed before it stops.
const demo = startDemoTestBed({ clock });
afterAll(() => tabs.abort());

let sessions = 0;
async function watching(identity: string, more: Parameters<typeof createSessionCookie>[1] = {}): Promise<StreamReader> {
  sessions += 1;
  const token = tokenOfDemoUser(demo.embedded, identity);
  const expiresAt = clock.wallMs() + 3_600_000;
  const cookie = await createSessionCookie(demo.app, { id: `revocation-${sessions}`, token, expiresAt, ...more });
  return openStream(cookie, tabs.signal);
}

const projectsOn = (reader: StreamReader) =>
  [...new Set([...reader.rows.values()].map(({ project }) => project))].sort();

function touch(namespace: string, mark: string): void {
  for (const { metadata } of demo.embedded.api.list<Shoot>({ resource: shoots, namespace })) {
    demo.embedded.api.patch({ resource: shoots, namespace, name: metadata.name }, { metadata: { labels: { mark } } });
  }
}

describe("S13: a member who is removed", () => {
  test("hears nothing more of the project within five seconds", async () => {
    const reader = await watching("owner-data");
    expect(projectsOn(reader)).toEqual(["analytics", "logistics", "ml"]);
    const ml = demo.embedded.api.get<Project>({ resource: projects, name: "ml" });
    const spec = { owner: { kind: "User", name: "somebody@harborline.example" }, members: [] };
    demo.embedded.api.patch({ resource: projects, name: ml?.metadata.name ?? "" }, { spec });
    await expect.poll(() => projectsOn(reader), { timeout: 5_000 }).toEqual(["analytics", "logistics"]);
    const told = reader.frames.flatMap((frame) => (frame.type === "scope" ? [frame.scope.projects] : []));
    expect(told.at(-1)).toHaveLength(2);
    const heard = reader.text.length;
    touch("garden-ml", "after-removal-in-ml");
    touch("garden-analytics", "after-removal-in-analytics");
    await reader.until(({ text }) => text.slice(heard).includes("after-removal-in-analytics"));
    expect(reader.text.slice(heard)).not.toMatch(/garden-ml|after-removal-in-ml/);
  });
});

describe("S12, S13: who is no member but bound to a role", () => {
  const namespace = "garden-analytics";
  const subjects = [{ kind: "User", name: "sam.whitlock@harborline.example", apiGroup: rbac }];

  function bind(name: string, role: string) {
    const binding = { resource: roleBindings, namespace, name };
    const roleRef = { apiGroup: rbac, kind: "ClusterRole", name: role };
    demo.embedded.api.create(binding, bound({ metadata: { name, namespace }, subjects, roleRef }));
    return binding;
  }

  test("sees the project within five seconds, and no other, until the binding goes", async () => {
    const reader = await watching("stranger");
    expect(projectsOn(reader)).toEqual([]);
    const binding = bind("support", "gardener.cloud:system:project-member");
    await expect.poll(() => projectsOn(reader), { timeout: 5_000 }).toEqual(["analytics"]);
    demo.embedded.api.delete(binding);
    await expect.poll(() => projectsOn(reader), { timeout: 5_000 }).toEqual([]);
  });

  test("hears nothing of a project when the role allows something else", async () => {
    const reader = await watching("stranger");
    bind("user-access", "gardener.cloud:system:project-uam");
    touch("garden-analytics", "unseen");
    clock.skip(60_000);
    const later = await watching("stranger");
    expect([...reader.rows.keys(), ...later.rows.keys()]).toEqual([]);
    expect(`${reader.text}${later.text}`).not.toContain("analytics");
  });
});

describe("S13: a right that RBAC takes without any word of the project or its bindings", () => {
  test("is gone from the stream within five minutes", async () => {
    const reader = await watching("viewer");
    expect(projectsOn(reader)).toContain("platform");
    const role = { resource: clusterRoles, name: "gardener.cloud:system:project-viewer" };
    demo.embedded.api.patch(role, { rules: [] });
    clock.skip(5 * 60_000);
    await expect.poll(() => projectsOn(reader), { timeout: 5_000 }).toEqual([]);
    const heard = reader.text.length;
    touch("garden-platform", "after-revocation");
    const witness = await watching("operator");
    await witness.until(({ rows }) => [...rows.values()].some(({ labels }) => labels?.mark === "after-revocation"));
    expect(reader.text.slice(heard)).not.toContain("after-revocation");
  });
});

describe("S13: a token that ends", () => {
  test.each(signInMethods)("closes the stream of a %s session within five seconds", async (method) => {
    const reader = await watching("owner-commerce", { method, expiresAt: clock.wallMs() + 120_000 });
    clock.skip(61_000);
    await reader.until(({ types }) => types.includes("reauth"));
    expect(reader.ended).toBe(false);
    clock.skip(60_000);
    await vi.waitUntil(() => reader.ended, 5_000);
    expect(reader.types.at(-1)).toBe("reauth");
  });
});

import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";

/** Copies of the demo garden's Shoots under other names. `count` is up to 10,000, for which Almanac is made. */
export function manyClusters(now: Date, count: number): readonly KubeObject[] {
  const { objects } = createDemoLandscape({ now, seed: 1, shoots: 0 });
  const shoots = objects.filter((object): object is Shoot => object.kind === "Shoot");
  return Array.from({ length: count - shoots.length }, (_, index) => {
    const shoot = shoots[index % shoots.length];
    if (shoot === undefined) throw new Error("the demo has no Shoots");
    const name = `${shoot.metadata.name}-${index}`;
    return { ...shoot, metadata: { ...shoot.metadata, name, uid: `many-${index}` } };
  });
}

import { createHash } from "node:crypto";
import { z } from "zod";
import type { ImageContents } from "#tools/image/find-contents.ts";

const componentSchema = z.looseObject({
  "bom-ref": z.string(),
  type: z.string(),
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  scope: z.string().optional(),
});
const sbomSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ version: z.string() }) }),
  components: z.array(componentSchema),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

interface SbomFacts {
  readonly version: string;
  /** The digest that stands for everything it was made from; the same one gives the same serial number. */
  readonly seed: string;
  readonly node: string;
  readonly contents: ImageContents;
}

/**
 * The bill of materials of an image in CycloneDX: what `npm sbom` says of the lockfile, without what the image does not
 * hold, and with Node and the libraries that it is linked with. Nothing in it depends on when or where it was written.
 */
export function imageSbom(ofNpm: unknown, { version, seed, node, contents }: SbomFacts): object {
  const { metadata, components, dependencies } = sbomSchema.parse(ofNpm);
  const held = components.filter((component) => contents.packages.has(releaseOf(component)));
  const known = new Set(held.map(releaseOf));
  const unknown = [...contents.packages].filter((release) => !known.has(release));
  if (unknown.length > 0) throw new Error(`in the image, and not in the lockfile: ${unknown.join(", ")}`);
  const kept = new Set(held.map((component) => component["bom-ref"]));
  const beside = [nodeComponent(node), ...contents.system.map(debianComponent)];
  const root = `almanac@${version}`;
  const direct = dependencies.find(({ ref }) => ref === root)?.dependsOn ?? [];
  const graph = dependencies.filter(({ ref }) => kept.has(ref));
  const { timestamp: _, ...lasting } = metadata;
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    serialNumber: `urn:uuid:${uuidOf(seed)}`,
    version: 1,
    metadata: {
      ...lasting,
      component: {
        ...{ "bom-ref": root, type: "container", name: "almanac", version, purl: `pkg:oci/almanac?tag=${version}` },
        licenses: [{ license: { id: "Apache-2.0" } }],
      },
    },
    components: [...held.map(required), ...beside].sort(byRef),
    dependencies: [
      { ref: root, dependsOn: [...direct.filter((ref) => kept.has(ref)), ...beside.map((each) => each["bom-ref"])] },
      ...graph.map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
    ]
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.toSorted() }))
      .sort((a, b) => (a.ref < b.ref ? -1 : 1)),
  };
}

type Component = z.infer<typeof componentSchema>;

/** npm names a component by its folder, where a package has been installed under another name. */
function releaseOf({ purl }: Component): string {
  return decodeURIComponent(purl.replace(/^pkg:npm\//, "").replace(/\?.*/, ""));
}

/** All that is left is there, whatever npm says of packages that others may leave out. */
function required(component: Component): Component {
  return { ...component, scope: "required" };
}

function byRef(a: { readonly "bom-ref": string }, b: { readonly "bom-ref": string }): number {
  return a["bom-ref"] < b["bom-ref"] ? -1 : 1;
}

function nodeComponent(version: string) {
  return {
    ...{ "bom-ref": `node@${version}`, type: "application", name: "node", version, scope: "required" },
    purl: `pkg:generic/node@${version}`,
    licenses: [{ license: { id: "MIT" } }],
  };
}

function debianComponent({ name, version }: ImageContents["system"][number]) {
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}`;
  return { "bom-ref": `${name}@${version}`, type: "library", name, version, purl, scope: "required" };
}

/** A UUID of version 8, which is for whoever makes it of something of his own. */
function uuidOf(seed: string): string {
  const hex = createHash("sha256").update(seed).digest("hex");
  const variant = "89ab"[Number.parseInt(hex[16] ?? "0", 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

import "server-only";
import { createHash } from "node:crypto";
import { glob, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** Half of a pair: no header and no cookie can say it, however it is encoded. */
const unsayable = "\ud800";
const keys = { previewModeId: unsayable, previewModeSigningKey: unsayable, previewModeEncryptionKey: unsayable };

const keysSchema = z.strictObject({
  previewModeId: z.string(),
  previewModeSigningKey: z.string(),
  previewModeEncryptionKey: z.string(),
});
const prerenderSchema = z.looseObject({ preview: keysSchema });
const none = z.record(z.string(), z.never());
const actionsSchema = z.looseObject({ node: none, edge: none });

/** What Next seals with that server actions carry, for `NEXT_SERVER_ACTIONS_ENCRYPTION_KEY`: no secret. */
export function actionsKey(seed: string): string {
  return createHash("sha256").update(`actions ${seed}`).digest("base64");
}

/**
 * Next draws keys for each build, so no two builds were the same, and whoever has a build knows them: with that of drafts
 * requests passed by proxy.ts. Almanac has no drafts and no server actions. So the first get a key that nobody can say, and
 * a build with the second is refused.
 *
 * @param buildFolder Next's `.next`; nothing is done where there is none
 */
export async function settleKeys(buildFolder: string): Promise<void> {
  await rewrite(buildFolder, "prerender-manifest.json", (manifest) => ({
    ...prerenderSchema.parse(manifest),
    preview: keys,
  }));
  await rewrite(buildFolder, "server/preview-props.json", (props) => ({ ...keysSchema.parse(props), ...keys }));
  await rewrite(buildFolder, "server/server-reference-manifest.json", (actions) => {
    const found = actionsSchema.safeParse(actions);
    if (!found.success) throw new Error("The build has server actions, and their key is no secret: make them routes.");
    return found.data;
  });
}

async function rewrite(folder: string, name: string, settled: (content: unknown) => object): Promise<void> {
  // There is one, or none.
  for await (const found of glob(name, { cwd: folder })) {
    const file = path.join(folder, found);
    await writeFile(file, JSON.stringify(settled(JSON.parse(await readFile(file, "utf8")))));
  }
}

import path from "node:path";
import { sourceHash } from "#server/start/source-hash.ts";
import { imageName, sourcesLabel } from "./image-name.ts";
import { podman, runPodman } from "./podman.ts";

/** Whether there is an image of these very sources: `npm run image` builds one where there is podman. */
export async function isBuilt(): Promise<boolean> {
  if (podman === undefined || (await runPodman(["images", "--quiet", imageName])) === "") return false;
  const format = `{{index .Config.Labels "${sourcesLabel}"}}`;
  const label = await runPodman(["image", "inspect", "--format", format, imageName]);
  return label === sourceHash(path.resolve(import.meta.dirname, "..", ".."));
}

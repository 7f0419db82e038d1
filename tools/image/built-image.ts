import path from "node:path";
import { sourceHash } from "#server/start/source-hash.ts";
import { imageName, sourcesLabel } from "./image-name.ts";
import { podmanPath, runPodman } from "./podman.ts";

/** Whether an image built from exactly these sources exists; `npm run image` builds one if podman is installed. */
export async function isImageBuilt(): Promise<boolean> {
  if (podmanPath === undefined || (await runPodman(["images", "--quiet", imageName])) === "") return false;
  const format = `{{index .Config.Labels "${sourcesLabel}"}}`;
  const label = await runPodman(["image", "inspect", "--format", format, imageName]);
  return label === sourceHash(path.resolve(import.meta.dirname, "..", ".."));
}

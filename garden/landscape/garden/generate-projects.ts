import { createRandom } from "#lib/random.ts";
import { onProtectedSeeds, type ProjectPlan } from "./projects.ts";

const domains = `billing booking brand cargo claims crew customs depot docks energy events fleet freight harbour hr
  insure invoice legal maps media mobile orders parts permits pricing quality rail repair retail
  returns rewards risk safety sales support tariff tax trade travel weather`.split(/\s+/);

interface SizedProject {
  readonly project: ProjectPlan;
  /** Number of Shoots. */
  readonly size: number;
}

/** Generates one project per about fifty Shoots, a few large, most small; their sizes add up to `count`. */
export function generateProjects(seed: number, count: number): readonly SizedProject[] {
  const random = createRandom(seed, "projects");
  const amount = count <= 0 ? 0 : Math.min(count, Math.max(1, Math.round(count / 50)));
  const weights = Array.from({ length: amount }, (_, index) => 1 / (index + 1) ** 0.8);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sizes = weights.map((weight) => Math.max(1, Math.floor((weight / total) * count)));
  const missing = count - sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size, index) => {
    const domain = domains[index % domains.length] ?? "team";
    const round = Math.floor(index / domains.length);
    const name = round === 0 ? domain : `${domain}${round + 1}`;
    const owner = `${domain}.lead@harborline.example`;
    return {
      // The largest project gets the remainder from rounding.
      size: index === 0 ? Math.max(1, size + missing) : size,
      project: {
        name,
        namespace: `garden-${name}`,
        description: `Services of the ${domain} team${round === 0 ? "" : ` ${round + 1}`}`,
        purpose: "Generated to measure with",
        owner,
        admins: [],
        tier: "fleet",
        viewers: [],
        ageDays: random.int(60, 1200),
        tolerations: onProtectedSeeds,
        costCentre: `5${String(index).padStart(3, "0")}-${domain}`,
      },
    };
  });
}

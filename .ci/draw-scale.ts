import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { costPicture } from "#tools/bench/scale/draw-cost.ts";
import { paperSections, withSections } from "#tools/bench/scale/paper.ts";
import { parseRecord } from "#tools/bench/scale/record.ts";
import { root } from "./source-files.ts";

/**
 * Draws what `docs/scale.md` shows, and writes its tables, from the figures that `npm run bench -- scale --record=…` has
 * kept. To be run when they are others: `npm run draw:scale`.
 */
const record = parseRecord(readFileSync(path.join(root, "docs/figures/scale.json"), "utf8"));
const embedded = record.taken.filter(({ garden }) => garden === "embedded");
mkdirSync(path.join(root, "docs/images"), { recursive: true });
writeFileSync(path.join(root, "docs/images/scale.svg"), costPicture(embedded));
const paper = path.join(root, "docs/scale.md");
writeFileSync(paper, withSections(readFileSync(paper, "utf8"), paperSections(record)));

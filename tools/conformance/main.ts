import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describeFailure, runVector } from "./run-vector.ts";
import { isVector } from "./vector/vector.ts";

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

function readVectors(path: string): readonly unknown[] {
  const bytes = readFileSync(path);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const content: unknown = JSON.parse((isGzip ? gunzipSync(bytes) : bytes).toString("utf8"));
  if (!Array.isArray(content)) throw new Error("not a list of vectors");
  return content;
}

function runFile(path: string): Counts {
  let passed = 0;
  let failed = 0;
  for (const vector of readVectors(path)) {
    const outcome = isVector(vector) ? runVector(vector) : undefined;
    if (outcome?.passed) {
      passed++;
      continue;
    }
    failed++;
    const words =
      isVector(vector) && outcome ? describeFailure(vector, outcome) : `not a vector: ${JSON.stringify(vector)}`;
    process.stdout.write(`${words}\n`);
  }
  return { passed, failed };
}

/** A file that cannot be read counts as one failed vector. */
function runFileSafely(path: string): Counts {
  try {
    return runFile(path);
  } catch (error) {
    process.stdout.write(`${path}: ${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1 };
  }
}

const paths = process.argv.slice(2);
if (paths.length === 0) {
  process.stderr.write("usage: npm run conformance -- FILE…   (JSON, or JSON compressed with gzip)\n");
  process.exitCode = 2;
} else {
  const counts = paths.map(runFileSafely);
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

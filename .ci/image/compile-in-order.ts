import { globSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { cachedDataVersionTag, setFlagsFromString } from "node:v8";
import { compileFunction, SourceTextModule } from "node:vm";
import { crc32 } from "node:zlib";

/** As Node counts what it keeps, in the first byte of what a file's name is the checksum of. */
const kinds = { commonJs: 0, esModule: 1, strippedTypes: 2 } as const;
/** A number that says so, how long the code is and what came of it, and the checksums of both. */
const headBytes = 20;
const parameters = ["exports", "require", "module", "__filename", "__dirname"];
/** What begins each page and route of Next, but for those of addresses that lead nowhere: these no start asks for. */
const entrance = /\/\.next\/server\/app\/(?!_|.*\[\.\.\.).*\/(page|route)\.js$/;

interface Kept {
  readonly file: string;
  readonly head: Buffer;
  readonly codeChecksum: number;
  readonly data: Buffer;
}

function read(file: string): Kept {
  const bytes = readFileSync(file);
  const [head, data] = [bytes.subarray(0, headBytes), bytes.subarray(headBytes)];
  const isKnown =
    head.length === headBytes && head.readUInt32LE(8) === data.length && head.readUInt32LE(16) === crc32(data);
  if (!isKnown) throw new Error(`${file} is not as Node was known to keep what it has compiled`);
  return { file, head, codeChecksum: head.readUInt32LE(12), data };
}

function write({ file, head }: Kept, data: Buffer): void {
  const bytes = Buffer.concat([head, data]);
  bytes.writeUInt32LE(data.length, 8);
  bytes.writeUInt32LE(crc32(data), 16);
  writeFileSync(file, bytes);
}

function compile(code: string, name: string, kind: number): Buffer | undefined {
  // In one piece: what was put together from two is written down as two.
  const whole = Buffer.from(name).toString("utf8");
  if (kind === kinds.esModule) return new SourceTextModule(code, { identifier: whole }).createCachedData();
  return compileFunction(code, parameters, { filename: whole, produceCachedData: true }).cachedData;
}

interface Script {
  readonly file: string;
  /** What it is called where it runs. */
  readonly name: string;
}

function scriptsOf(folder: string, place: string): readonly Script[] {
  // Two stars lead into no folder that begins with a dot.
  const found = ["**", ".next/**"].flatMap((below) => globSync(`${below}/*.{js,cjs,mjs,ts}`, { cwd: folder }));
  return found
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .sort()
    .map((name) => ({ file: path.join(folder, name), name: path.posix.join(place, name) }));
}

/** Node looks for what it kept by these. */
function setFlags(flags: readonly string[], keptIn: string): void {
  // Those that this process was started with have done what they were for.
  for (const flag of ["--hash-seed=0", "--min-semi-space-size=0", "--max-semi-space-size=0", ...flags]) {
    setFlagsFromString(flag);
  }
  const tag = cachedDataVersionTag().toString(16).padStart(8, "0");
  if (!keptIn.includes(`-${tag}-`)) throw new Error(`${keptIn} is for other flags than ${flags.join(" ")}`);
}

function main([folder = "", place = "", ...flags]: readonly string[]): void {
  const [kept = ""] = globSync(".next/compiled/*", { cwd: folder });
  setFlags(flags, kept);
  const left = new Set(readdirSync(path.join(folder, kept)));
  const take = (kind: number, name: string): Kept | undefined => {
    const key = crc32(name, crc32(Uint8Array.of(kind)))
      .toString(16)
      .padStart(8, "0");
    return left.delete(key) ? read(path.join(folder, kept, key)) : undefined;
  };
  const missed: string[] = [];
  let compiled = 0;
  for (const { file, name } of scriptsOf(folder, place)) {
    const url = pathToFileURL(name).href;
    const stripped = take(kinds.strippedTypes, url);
    const [asCommonJs, asModule] = [take(kinds.commonJs, name), take(kinds.esModule, url)];
    if (asCommonJs === undefined && entrance.test(name)) missed.push(name);
    for (const [kind, called, entry] of [
      [kinds.commonJs, name, asCommonJs],
      [kinds.esModule, url, asModule],
    ] as const) {
      if (entry === undefined) continue;
      const code = (stripped?.data ?? readFileSync(file)).toString("utf8");
      const data = compile(code, called, kind);
      if (data === undefined || crc32(code) !== entry.codeChecksum)
        throw new Error(`${name} was loaded as another text`);
      write(entry, data);
      compiled += 1;
    }
  }
  if (left.size > 0) throw new Error(`of no script that is there: ${[...left].join(", ")}`);
  if (missed.length > 0) throw new Error(`the start has not loaded ${missed.join(", ")}`);
  process.stdout.write(`${compiled} scripts are compiled\n`);
}

main(process.argv.slice(2));

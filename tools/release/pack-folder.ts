import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

interface Packing {
  /** In seconds: the age of everything in it. */
  readonly epoch: number;
  readonly gzip: boolean;
}

/** Packs what lies in a folder, so that the same files make the same bytes whoever packs them, and when. With GNU tar. */
export function packFolder(folder: string, file: string, { epoch, gzip }: Packing): void {
  const names = ["--sort=name", "--format=ustar", `--mtime=@${epoch}`, "--owner=0", "--group=0", "--numeric-owner"];
  const modes = ["--mode=u+rw,go+r,go-w,a+X"];
  const words = ["--create", ...names, ...modes, "--directory", folder];
  const tar = execFileSync("tar", [...words, ...readdirSync(folder).sort()], { maxBuffer: 2 ** 31 });
  writeFileSync(file, gzip ? gzipSync(tar, { level: 9 }) : tar);
}

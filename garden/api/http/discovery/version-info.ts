import "server-only";

/** What an API server says at /version of the release of Kubernetes whose API it speaks. */
export function versionInfo(version: string): object {
  const [major = "", minor = ""] = version.split(".");
  return {
    major,
    minor,
    gitVersion: `v${version}`,
    gitCommit: "",
    gitTreeState: "clean",
    buildDate: "2026-08-01T00:00:00Z",
    goVersion: "",
    compiler: "",
    platform: "linux/amd64",
  };
}

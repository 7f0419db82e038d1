import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { stringify } from "yaml";
import { z } from "zod";
import { findFreePort } from "#e2e/processes.ts";
import { secondsUntil } from "#tools/bench/faults/until.ts";

const shipped = path.resolve(import.meta.dirname, "../../deploy/chart/almanac/monitoring/alerts.yaml");
/** Interval of scraping metrics and evaluating rules, in seconds. */
export const scrapeIntervalSeconds = 5;
const longestStartSeconds = 60;

const alertsSchema = z.object({
  data: z.object({
    alerts: z.array(z.object({ labels: z.record(z.string(), z.string()), state: z.enum(["pending", "firing"]) })),
  }),
});

export interface PrometheusOptions {
  readonly binary: string;
  /** Folder for data of Prometheus, which the caller removes. */
  readonly folder: string;
  /** Whether alert durations of an hour are shortened to a minute. */
  readonly isHurried?: boolean;
}

export interface Alert {
  readonly name: string;
  /** The job whose metrics cause the alert; undefined for an alert about missing metrics. */
  readonly job: string | undefined;
  readonly state: "pending" | "firing";
}

/** A Prometheus process with the shipped alerting rules. */
export class Prometheus {
  readonly #child: ChildProcess;
  readonly #url: string;
  readonly #targets: string;
  readonly #ports = new Map<string, readonly number[]>();

  private constructor(child: ChildProcess, url: string, targets: string) {
    this.#child = child;
    this.#url = url;
    this.#targets = targets;
  }

  static async start({ binary, folder, isHurried = false }: PrometheusOptions): Promise<Prometheus> {
    await mkdir(folder, { recursive: true });
    const text = await readFile(shipped, "utf8");
    const rules = path.join(folder, "alerts.yaml");
    await writeFile(rules, isHurried ? text.replaceAll("for: 1h", "for: 1m") : text);
    const targets = path.join(folder, "targets.json");
    await writeFile(targets, "[]");
    const config = path.join(folder, "prometheus.yaml");
    const times = {
      scrape_interval: `${scrapeIntervalSeconds}s`,
      scrape_timeout: "4s",
      evaluation_interval: `${scrapeIntervalSeconds}s`,
    };
    const found = [{ files: [targets], refresh_interval: "1s" }];
    const jobs = [{ job_name: "almanac", file_sd_configs: found }];
    await writeFile(config, stringify({ global: times, rule_files: [rules], scrape_configs: jobs }));
    const address = `127.0.0.1:${await findFreePort()}`;
    const child = spawn(
      binary,
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${path.join(folder, "data")}`,
        `--web.listen-address=${address}`,
        "--log.level=error",
      ],
      { stdio: ["ignore", "inherit", "inherit"] },
    );
    const prometheus = new Prometheus(child, `http://${address}`, targets);
    const isUp = await secondsUntil(() => prometheus.#isReady(), longestStartSeconds);
    if (isUp === undefined) throw new Error("Prometheus does not start");
    return prometheus;
  }

  /** Scrapes the processes of a job from now on. */
  async follow(job: string, ports: readonly number[]): Promise<void> {
    this.#ports.set(job, ports);
    await this.#writeTargets();
  }

  async leave(job: string): Promise<void> {
    this.#ports.delete(job);
    await this.#writeTargets();
  }

  async alerts(): Promise<readonly Alert[]> {
    const answer = await fetch(`${this.#url}/api/v1/alerts`);
    const { data } = alertsSchema.parse(await answer.json());
    return data.alerts.map(({ labels, state }) => ({ name: labels.alertname ?? "", job: labels.job, state }));
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await ended;
  }

  async #isReady(): Promise<boolean> {
    return fetch(`${this.#url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Replaces the file atomically, so that Prometheus never reads half of it. */
  async #writeTargets(): Promise<void> {
    const groups = [...this.#ports].map(([job, ports]) => ({
      targets: ports.map((port) => `127.0.0.1:${port}`),
      labels: { job, namespace: "farm" },
    }));
    await writeFile(`${this.#targets}.new`, JSON.stringify(groups));
    await rename(`${this.#targets}.new`, this.#targets);
  }
}

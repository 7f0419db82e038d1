/** One sample of a metric with its labels, as scraped. */
export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Parses Prometheus' text format as Almanac writes it: without timestamps, and without quotes in values. */
export function metricSamples(text: string): readonly MetricSample[] {
  return text.split("\n").flatMap((line) => {
    const [, name, labels = "", value] = /^([a-z]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    const pairs = Array.from(labels.matchAll(/(\w+)="([^"]*)"/g), ([, label = "", of = ""]) => [label, of] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: value === "+Inf" ? Infinity : Number(value) }];
  });
}

/** Sum of all samples of a metric with these labels; for a histogram the number of observations. */
export function sumMetricSamples(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number {
  return metricSamples(text)
    .filter((sample) => sample.name === name || sample.name === `${name}_count`)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

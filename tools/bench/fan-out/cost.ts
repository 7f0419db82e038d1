import type { ProductProcess } from "../faults/product-process.ts";

export interface Cost {
  /** Processor time of the product, as a share of one core. */
  readonly cpuShare: number;
  /** The same of the process that plays the pages and writes. */
  readonly generatorShare: number;
}

/** What the work costs while it goes on. */
export async function costOf(product: ProductProcess, work: () => Promise<unknown>): Promise<Cost> {
  const [theirs, ours, startedAt] = [product.cpuMs(), process.cpuUsage(), performance.now()];
  await work();
  const wallMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(ours);
  return { cpuShare: (product.cpuMs() - theirs) / wallMs, generatorShare: (user + system) / 1000 / wallMs };
}

/** Figures that others calculate with. */
export const names = {
  rawTime: "raw list: time",
  rawProcessor: "raw list: processor",
  rawBytes: "raw list: bytes",
  ready: "start: ready",
  startProcessor: "start: processor until ready",
  memoryReady: "memory when ready",
  memoryPage: "memory after the first page",
  memoryMost: "memory, most until then",
  fleetDecoded: "fleet, decoded",
  fleetPacked: "fleet, as sent",
  browserHeap: "browser's heap after a collection",
  viewersMemoryMost: "viewers: memory, most",
  viewersMemoryLater: "viewers: memory a minute later",
} as const;

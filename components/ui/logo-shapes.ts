/** SVG shapes of the logo, in painting order, on a canvas of 32 × 32 units. */
export const logoShapes = {
  field: { colour: "#0B5E47", radius: 7 },
  sun: { d: "M10 21.5a6 6 0 0 1 12 0", colour: "#F7BE55" },
  strokes: [
    { d: "M7 21.5h18", colour: "#fff" },
    { d: "M16 8.5v3M8.9 11.6l2 2.1M23.1 11.6l-2 2.1M11 25h10", colour: "#8FE3BC" },
  ],
} as const;

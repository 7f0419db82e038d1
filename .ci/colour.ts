/** Colour calculations for checking design tokens: WCAG contrast, colour-blindness simulation, perceived difference. */

type Triple = readonly [number, number, number];

export const colourVisions = ["normal", "protanopia", "deuteranopia", "tritanopia"] as const;
export type ColourVision = (typeof colourVisions)[number];

/** Full colour blindness, linear RGB. @source Machado et al.: A physiologically-based model (2009), table 1 */
const simulation: Readonly<Record<ColourVision, readonly [Triple, Triple, Triple]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Converts `#rrggbb` to linear RGB values from 0 to 1; undefined for any other text. */
export function parseHex(text: string): Triple | undefined {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (!match) return undefined;
  const channel = (hex: string | undefined) => {
    const value = Number.parseInt(hex ?? "0", 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(match[1]), channel(match[2]), channel(match[3])];
}

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** WCAG 2 contrast ratio of two colours in linear RGB, from 1 to 21. */
export function contrastRatio(a: Triple, b: Triple): number {
  const weights: Triple = [0.2126, 0.7152, 0.0722];
  const [light, dark] = [dot(a, weights), dot(b, weights)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** The colour, in linear RGB, that a person with the given colour vision perceives. */
export function simulateColourVision(colour: Triple, vision: ColourVision): Triple {
  const [r, g, b] = simulation[vision];
  return [clamp(dot(r, colour)), clamp(dot(g, colour)), clamp(dot(b, colour))];
}

function toLab(colour: Triple): Triple {
  const x = dot([0.4124564, 0.3575761, 0.1804375], colour) / 0.95047;
  const y = dot([0.2126729, 0.7151522, 0.072175], colour);
  const z = dot([0.0193339, 0.119192, 0.9503041], colour) / 1.08883;
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  return [116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))];
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const hue = (a: number, b: number) => (a === 0 && b === 0 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360);

/** CIEDE2000 difference of two linear RGB colours; about 2.3 is just noticeable. @source Sharma, Wu, Dalal (2005) */
export function colourDistance(first: Triple, second: Triple): number {
  return labDistance(toLab(first), toLab(second));
}

/** Perceived difference (CIEDE2000) of two colours in CIELAB. */
export function labDistance([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)));
  const [p1, p2] = [(1 + g) * a1, (1 + g) * a2];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const [h1, h2] = [hue(p1, b1), hue(p2, b2)];
  const turn = c1 * c2 === 0 ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const deltaH = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2));
  const meanHue = meanHueOf({ h1, h2, grey: c1 * c2 === 0 });
  const [meanL, meanP] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 -
    0.17 * Math.cos(radians(meanHue - 30)) +
    0.24 * Math.cos(radians(2 * meanHue)) +
    0.32 * Math.cos(radians(3 * meanHue + 6)) -
    0.2 * Math.cos(radians(4 * meanHue - 63));
  const sl = 1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2);
  const sc = 1 + 0.045 * meanP;
  const sh = 1 + 0.015 * meanP * t;
  const rotation =
    -2 *
    Math.sqrt(meanP ** 7 / (meanP ** 7 + 25 ** 7)) *
    Math.sin(radians(60 * Math.exp(-(((meanHue - 275) / 25) ** 2))));
  const [dl, dc, dh] = [(l2 - l1) / sl, (c2 - c1) / sc, deltaH / sh];
  return Math.sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh);
}

function meanHueOf({ h1, h2, grey }: { readonly h1: number; readonly h2: number; readonly grey: boolean }): number {
  if (grey) return h1 + h2;
  if (Math.abs(h1 - h2) <= 180) return (h1 + h2) / 2;
  return h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2;
}

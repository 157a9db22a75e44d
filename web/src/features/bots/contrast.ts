/** How well text of one colour is read on the other (both `#rrggbb`), as WCAG reckons it: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** What WCAG asks for text of ordinary size (AA). */
export const READABLE = 4.5;
/** What WCAG asks for what is no text: borders, marks, buttons (1.4.11). */
export const VISIBLE = 3;

/**
 * The colour nearest to this one, as eyes judge it, that reaches the ratio on every background; null where none does.
 * The hue stays: only lightness changes, and saturation where a colour of that lightness can't have as much.
 */
export function nearestColour(colour: string, backgrounds: readonly string[], ratio: number): string | null {
  const passes = (candidate: string) => backgrounds.every((other) => contrast(candidate, other) >= ratio);
  if (passes(colour)) return colour.toLowerCase();
  const from = toLab(colour);
  let nearest: { readonly colour: string; readonly distance: number } | null = null;
  for (let step = 0; step <= STEPS; step++) {
    const candidate = atLightness(from, step / STEPS);
    if (!passes(candidate)) continue;
    const distance = Math.hypot(...toLab(candidate).map((value, at) => value - (from[at] ?? 0)));
    if (!nearest || distance < nearest.distance) nearest = { colour: candidate, distance };
  }
  return nearest?.colour ?? null;
}

/** Fine enough that no step is seen. */
const STEPS = 256;

type Triple = readonly [number, number, number];

function luminance(colour: string): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(colour: string): Triple {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return [red, green, blue];
}

/** Lightness and the two axes of colour in OKLab, where distances are those that eyes see. */
function toLab(colour: string): Triple {
  const [red, green, blue] = linear(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

function fromLab([lightness, a, b]: Triple): Triple {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** The same hue at another lightness, as saturated as a screen can show it there. */
function atLightness([, a, b]: Triple, lightness: number): string {
  const shown = (part: number) => fromLab([lightness, a * part, b * part]);
  if (isShowable(shown(1))) return toHex(shown(1));
  let [least, most] = [0, 1];
  for (let step = 0; step < 12; step++) {
    const middle = (least + most) / 2;
    if (isShowable(shown(middle))) least = middle;
    else most = middle;
  }
  return toHex(shown(least));
}

function isShowable(channels: Triple): boolean {
  return channels.every((channel) => channel >= -0.0001 && channel <= 1.0001);
}

function toHex(channels: Triple): string {
  const hex = channels.map((channel) => {
    const value = Math.min(1, Math.max(0, channel));
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${hex.join('')}`;
}

export const INK = {
  text: '#13211f',
  soft: '#5a6b67',
  line: '#dee3de',
  sunken: '#f3f5f2',
  brand: '#0c5a52',
  good: '#0c6b3f',
  bad: '#a4341f',
} as const;

/** Told apart by who sees few colours, and by their lightness in grey print. */
export const SERIES_COLOURS = ['#0c5a52', '#e08e0b', '#4b9cd3', '#b0578d', '#7a8a86', '#c9b458'] as const;

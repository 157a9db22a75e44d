import type { PublicBot } from '../../functions/contract/public-bot';

const FONTS: Readonly<Record<PublicBot['fontFamily'], string>> = {
  system: 'system-ui, sans-serif',
  sans: 'Arial, Helvetica, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
  rounded: 'ui-rounded, "SF Pro Rounded", Nunito, "Varela Round", system-ui, sans-serif',
  mono: 'ui-monospace, Consolas, monospace',
  inherit: '',
};
const SHADOWS: Readonly<Record<PublicBot['shadow'], string>> = {
  none: 'none',
  small: '0 2px 8px #00000029',
  medium: '0 12px 40px #0000003d',
  large: '0 24px 72px #00000061',
};
/** Backgrounds of what the bot says, as app.css has them: the accent stands on them, and on what is farther from it. */
const BACK = { light: '#f2f3f7', dark: '#252733' };

/** Puts a configuration's looks on the widget; what is not set stays as it is. */
export function createLook(host: HTMLElement, custom: CSSStyleSheet, signal: AbortSignal) {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let bot: Partial<PublicBot> = {};

  function apply() {
    const set = (name: string, value: string | undefined) => {
      if (value) host.style.setProperty(`--${name}`, value, 'important');
    };
    for (const name of ['position', 'size', 'buttonStyle'] as const)
      if (bot[name]) host.dataset[name] = bot[name];
    const theme = bot.theme === 'light' || (bot.theme !== 'dark' && !dark.matches) ? 'light' : 'dark';
    host.dataset.theme = theme;
    set('primaryColor', bot.primaryColor);
    set('secondaryColor', bot.secondaryColor);
    // Always set: variables of these names that the page has for itself would come in.
    set('accent', readable(bot.accentColor ?? '#4f46e5', BACK[theme]));
    set('font', FONTS[bot.fontFamily ?? 'system'] || getComputedStyle(document.body).fontFamily);
    set('font-size', `${bot.fontSize ?? 15}px`);
    set('radius', `${bot.borderRadius ?? 16}px`);
    set('shadow', SHADOWS[bot.shadow ?? 'medium']);
    custom.replaceSync(bot.customCss ?? '');
  }
  dark.addEventListener('change', apply, { signal });

  return (next: Partial<PublicBot>) => {
    bot = next;
    apply();
  };
}

/** The colour itself, or as near to it as text can be read on this background (WCAG: 4.5 to 1). */
function readable(colour: string, background: string): string {
  const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const luminance = (rgb: readonly number[]) =>
    rgb.reduce((sum, value, index) => {
      const part = value / 255;
      const linear = part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      return sum + linear * ([0.2126, 0.7152, 0.0722][index] ?? 0);
    }, 0);
  const back = luminance(channels(background));
  const goal = back > 0.5 ? 0 : 255;
  let rgb = channels(colour);
  for (let step = 0; step < 20; step++) {
    const own = luminance(rgb);
    if ((Math.max(own, back) + 0.05) / (Math.min(own, back) + 0.05) >= 4.5) break;
    rgb = rgb.map((value) => Math.round(value + (goal - value) * 0.12));
  }
  return `rgb(${rgb})`;
}

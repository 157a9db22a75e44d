import type { PublicBot } from '#contract/bots/public-bot';

const FONTS: Readonly<Record<PublicBot['fontFamily'], string>> = {
  system: 'system-ui,sans-serif',
  sans: 'Arial,sans-serif',
  serif: 'Georgia,serif',
  rounded: 'ui-rounded,Nunito,"Varela Round",system-ui,sans-serif',
  mono: 'ui-monospace,monospace',
  inherit: '',
};
const SHADOWS: Readonly<Record<PublicBot['shadow'], string>> = {
  none: 'none',
  small: '0 2px 8px #00000029',
  medium: '0 12px 40px #0000003d',
  large: '0 24px 72px #00000061',
};
/** Puts a configuration's looks on the widget; what is not set stays as it is. */
export function createAppearance(host: HTMLElement, custom: CSSStyleSheet, signal: AbortSignal) {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let bot: Partial<PublicBot> = {};

  function apply() {
    const set = (name: string, value: string | undefined) => {
      if (value) host.style.setProperty(`--${name}`, value, 'important');
    };
    for (const name of ['position', 'size', 'buttonStyle'] as const)
      if (bot[name]) host.dataset[name] = bot[name];
    const isDark = bot.theme === 'dark' || (bot.theme !== 'light' && dark.matches);
    host.dataset.theme = isDark ? 'dark' : 'light';
    set('primaryColor', bot.primaryColor);
    set('secondaryColor', bot.secondaryColor);
    // Always set: variables of these names that the page has for itself would come in.
    set('accent', readable(bot.accentColor ?? '#4f46e5', isDark));
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

/** Up to this luminance on light, from this one on dark: 4.5 to 1 (WCAG) on `--soft` of app.css, which is the nearest to it. */
const [ON_LIGHT, ON_DARK] = [0.156, 0.273];

/** The colour itself, or as near to it as text can be read there. */
function readable(colour: string, isDark: boolean): string {
  let channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const luminance = () => {
    const [red = 0, green = 0, blue = 0] = channels.map((value) => ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  while (isDark ? luminance() < ON_DARK : luminance() > ON_LIGHT)
    channels = channels.map((value) => value + ((isDark ? 255 : 0) - value) * 0.12);
  return `rgb(${channels})`;
}

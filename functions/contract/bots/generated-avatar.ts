import type { BotConfig } from './bot-config';

/**
 * The picture of a bot that was given none: its first letter in its colour, on a bubble that stands out from the chat's
 * head.
 */
export function generatedAvatarSvg(name: string, { primaryColor, secondaryColor }: Colors): string {
  const letter = Array.from(name.trim())[0]?.toUpperCase() ?? '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M16 0h32a16 16 0 0 1 16 16v32a16 16 0 0 1-16 16H0V16A16 16 0 0 1 16 0z" fill="${secondaryColor}"/>` +
    `<text x="32" y="43" font-family="system-ui,sans-serif" font-size="32" font-weight="600" text-anchor="middle" fill="${primaryColor}">${escaped(letter)}</text></svg>`
  );
}

type Colors = Pick<BotConfig, 'primaryColor' | 'secondaryColor'>;

function escaped(letter: string): string {
  return letter.replace(/[&<>]/, (sign) => `&#${sign.codePointAt(0)};`);
}

import { screen, within } from '@testing-library/react';
import type { BotConfig } from '#contract/bots/bot-config';
import { Bot, BotVersion } from '#contract/bots/bots';
import { configOf } from '#features/bots/settings.ts';
import { renderPage, type Scene } from '../harness/render';
import { sampleBot } from '../harness/samples';

/** Opens a tab of a bot's settings before a server that keeps what is saved. */
export async function openSettings(
  tab: string,
  { bot = sampleBot(), server, ...scene }: Scene & { readonly bot?: Bot } = {},
) {
  let kept = bot;
  const rendered = await renderPage(`/bots/${bot.id}/settings?tab=${tab}`, {
    ...scene,
    server: {
      getBot: () => kept,
      updateBot: ({ body }) => {
        kept = saved(kept, body);
        return kept;
      },
      listBotVersions: { items: [], cursor: null },
      ...server,
    },
  });
  const { user } = rendered;
  return {
    ...rendered,
    /** Enters a text in the place of the one that is there. */
    fill: async (field: HTMLElement, text: string) => {
      await user.tripleClick(field);
      await user.paste(text);
    },
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    goTo: (name: string | RegExp) => user.click(tabs().getByRole('link', { name })),
  };
}

export const tabs = () => within(screen.getByRole('navigation', { name: 'Settings' }));

/** The bot as the server has it once these edits are saved. */
export function saved(bot: Bot, edits: object): Bot {
  return Bot.parse({ ...bot, ...edits, version: bot.version + 1, hasUnpublishedChanges: true });
}

/** A publication of the bot whose settings were the usual ones but for these. */
export function sampleVersion(number: number, settings: Partial<BotConfig> = {}): BotVersion {
  return BotVersion.parse({
    number,
    config: configOf(sampleBot(settings)),
    publishedAt: '2026-03-02T09:00:00.000Z',
    publishedBy: 'user-1',
    publisherName: 'Jo Example',
    restoredFrom: null,
  });
}

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BotPreview } from '#contract/bots/previews';
import { fallbackBot } from '../../../../web/src/features/operator/demo/fallback';
import { pageTitle, renderPage } from '../../harness/render';
import { refuse } from '../../harness/server';

const PREVIEW: BotPreview = {
  botId: 'bot-1' as BotPreview['botId'],
  bot: { ...fallbackBot('en'), botName: 'Library' },
  visibility: 'public',
  status: 'active',
  isUnpublished: false,
};

it('says in the reader’s language that a preview could not be loaded, and tries again', async () => {
  const { user, server } = await renderPage('/widget/bot-1', {
    language: 'de',
    server: { getBotPreview: refuse('network.failed') },
  });
  await pageTitle('Die Konfiguration konnte nicht geladen werden');
  server.answer({ getBotPreview: PREVIEW });
  await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  await pageTitle('Vorschau von Library');
  expect(screen.queryByText('Die Konfiguration konnte nicht geladen werden')).toBeNull();
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ErrorCard } from '#components/errors/ErrorCard.tsx';
import { pageTitle, renderPage, renderPart } from '../harness/render';
import { never, refuse } from '../harness/server';

describe('a page that cannot be shown', () => {
  it.each([
    ['network.failed', 'Connection Problem'],
    ['server.failed', 'The server made a mistake'],
    ['server.unavailable', 'Please try later'],
    ['request.invalid', 'Please check the form'],
    ['auth.forbidden', 'Access denied'],
    ['bot.not_found', 'Bot not found'],
  ] as const)('has a card for %s, with the navigation and a way to help', async (code, title) => {
    await renderPage('/bots/any', { server: { getBot: refuse(code), listDocuments: refuse(code) } });
    await pageTitle(title);
    expect(screen.queryAllByText('Bot not found').length > 0).toBe(code === 'bot.not_found');
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Get Help' })).toBeInTheDocument();
  });

  it.each([
    ['en', 'Bot not found'],
    ['de', 'Bot nicht gefunden'],
  ] as const)(
    'leads from a bot that there is not to those that there are, in %s',
    async (language, title) => {
      const { user, router } = await renderPage('/bots/none-such/knowledge', {
        language,
        server: {
          getBot: refuse('bot.not_found'),
          listDocuments: refuse('bot.not_found'),
          listBots: never,
          listDeletedBots: never,
        },
      });
      await pageTitle(title);
      const ways = within(screen.getByRole('main')).getAllByRole('link');
      await user.click(ways.findLast((way) => way.getAttribute('href') === '/bots') as HTMLElement);
      await waitFor(() => expect(router.state.location.pathname).toBe('/bots'));
    },
  );

  it('says what can be tried where its code does not come, and leads elsewhere', async () => {
    await renderPart(<ErrorCard kind="module" />);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Failed to load the requested component. This might be a temporary issue.',
    );
    const tips = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(tips.map(({ textContent }) => textContent)).toEqual([
      'Refresh the page',
      'Check your internet connection',
      'Clear your browser’s cache',
    ]);
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.getByRole('link', { name: 'Get Help' })).toHaveAttribute('href', '/help');
  });
});

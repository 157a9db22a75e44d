import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { sanitiseCss } from '#core/bots/custom-css';
import { sampleBot } from '../harness/samples';
import { refuseFields } from '../harness/server';
import { openSettings, tabs } from './settings-page';

const field = (name: string) => screen.findByRole('textbox', { name });
const discard = { name: 'Discard your changes?' };

describe('the settings of a bot', () => {
  it('say which field of which tab is wrong, and go to the first of them', async () => {
    const { server, user, fill, press, goTo } = await openSettings('messaging');
    await fill(await field('Fallback message'), ' ');
    await goTo('AI');
    await fill(await screen.findByLabelText('New answers'), '99');
    await goTo('Deployment');
    await fill(await field('New website'), 'not a host');
    await goTo('General');
    await press('Save changes');
    await waitFor(async () => expect(await field('Fallback message')).toHaveFocus());
    expect(screen.getByText('Please enter something.')).toBeInTheDocument();
    expect(tabs().getByRole('link', { name: 'AI has problems' })).toBeInTheDocument();
    await goTo('Deployment has problems');
    expect(
      await screen.findByText('“not a host”: Please enter a website such as example.com.'),
    ).toBeInTheDocument();
    expect(server.calls('updateBot')).toEqual([]);

    await goTo(/^Messages/);
    await press('Discard');
    await user.click(
      within(screen.getByRole('dialog', discard)).getByRole('button', { name: 'Discard changes' }),
    );
    expect(await field('Fallback message')).toHaveValue(sampleBot().fallbackMessage);
    expect(tabs().queryByRole('link', { name: /has problems/ })).not.toBeInTheDocument();
  });

  it('go to what only the server refuses, be it one entry of a list', async () => {
    const { fill, press, goTo } = await openSettings('deployment', {
      server: { updateBot: refuseFields('allowedDomains.0') },
    });
    await fill(await field('New website'), 'shop.example');
    await goTo('General');
    await press('Save changes');
    await waitFor(async () => expect(await field('New website')).toHaveFocus());
    expect(tabs().getByRole('link', { name: 'Deployment has problems' })).toBeInTheDocument();
  });

  it('are not left with changes unless that is meant', async () => {
    const { user, router, fill } = await openSettings('messaging');
    await fill(await field('Welcome message'), 'Welcome aboard');
    await user.click(screen.getByRole('link', { name: 'Overview' }));
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(router.state.location.pathname).toBe('/bots/bot-1/settings');
    expect(await field('Welcome message')).toHaveValue('Welcome aboard');
  });

  it('keep of a list also what was typed and not added', async () => {
    const { user, server, fill, press } = await openSettings('messaging');
    expect((await screen.findAllByText('Up to six, offered before the first question.'))[0]).toBeVisible();
    await fill(await field('New question'), 'Where is the pool?');
    await user.keyboard('{Enter}');
    expect(await field('New question')).toHaveValue('');
    await fill(await field('New question'), 'When is breakfast?');
    await press('Save changes');
    await waitFor(() =>
      expect(server.calls('updateBot').map(({ body }) => body.starterQuestions)).toEqual([
        ['Where is the pool?', 'When is breakfast?'],
      ]),
    );
  });

  it('take websites by their host, and none that would let in all of an ending', async () => {
    const { server, fill, press } = await openSettings('deployment');
    const website = await field('New website');
    await fill(website, '*.com');
    await press('Add');
    expect(await screen.findByText(/This would let in every website with this ending\./)).toBeInTheDocument();
    await fill(website, 'not a host!');
    expect(await screen.findByText(/Please enter a website such as example\.com\./)).toBeInTheDocument();
    await fill(website, 'https://Shop.example/cart');
    await waitFor(() => expect(screen.queryByText(/Please enter a website/)).not.toBeInTheDocument());
    await press('Add');
    await press('Save changes');
    await waitFor(() =>
      expect(server.calls('updateBot').map(({ body }) => body.allowedDomains)).toEqual([['shop.example']]),
    );
  });

  it('take a colour as a style guide has it, refuse one cut short, and offer one that can be read', async () => {
    const { user, server, fill } = await openSettings('appearance');
    expect(await screen.findByText('All colours can be read well.')).toBeInTheDocument();
    const main = await field('Main colour');
    await fill(main, 'ffd16');
    await user.keyboard('{Enter}');
    expect(await screen.findByText(/^Please enter a colour such as/)).toBeInTheDocument();
    expect(main).toHaveFocus();
    expect(server.calls('updateBot')).toEqual([]);

    await fill(main, 'FFD166');
    expect(screen.getAllByLabelText('Colour picker')[0]).toHaveValue('#ffd166');
    expect(screen.getByText(/^The text is hard to read/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Use text colour #/ }));
    expect(await screen.findByText('All colours can be read well.')).toBeInTheDocument();
    expect(await field('Text colour')).toHaveFocus();
  });

  it('name the rules of their own that are left out, before they are saved and after', async () => {
    const { fill, press } = await openSettings('appearance', {
      server: {
        updateBot: ({ body: { customCss = '' } }) =>
          sampleBot({ customCss: sanitiseCss(customCss).css, version: 3 }),
      },
    });
    await fill(
      await field('Custom CSS'),
      '.header { letter-spacing: 2px; position: fixed } @import url(//evil.example);',
    );
    const named = async (heading: string) => {
      expect(await screen.findByText(heading)).toBeInTheDocument();
      expect(screen.getByText('.header { position: fixed }')).toBeInTheDocument();
      expect(screen.getByText('@import url(//evil.example);')).toBeInTheDocument();
    };
    await named('These will be left out when you save:');
    await press('Save changes');
    await named('These were left out:');
    expect(await field('Custom CSS')).toHaveValue('.header {letter-spacing: 2px;}');
  });

  it('say so where a picture’s address has none, until another is given', async () => {
    const { fill } = await openSettings('general', {
      bot: sampleBot({ avatarUrl: 'https://shop.example/none.png' }),
    });
    const picture = await screen.findByRole('img', { name: 'The bot’s picture' });
    picture.dispatchEvent(new Event('error'));
    expect(await screen.findByText('There is no picture at this address.')).toBeInTheDocument();
    expect(screen.queryByRole('img', { name: 'The bot’s picture' })).not.toBeInTheDocument();
    await fill(await field('Or its address'), 'https://shop.example/logo.png');
    expect(await screen.findByRole('img', { name: 'The bot’s picture' })).toBeInTheDocument();
    expect(screen.queryByText('There is no picture at this address.')).not.toBeInTheDocument();
  });
});

describe('to a viewer the settings', () => {
  it('are there to be read', async () => {
    const { goTo } = await openSettings('messaging', {
      role: 'viewer',
      bot: sampleBot({ hasUnpublishedChanges: true }),
    });
    expect(await screen.findByText(/^You can view these settings/)).toBeInTheDocument();
    expect(await field('Welcome message')).toBeDisabled();
    // Whoever may look may also ask.
    expect(await screen.findByRole('button', { name: 'Show preview' })).toBeEnabled();
    await goTo('Deployment');
    expect(await screen.findByText('Nothing has been published yet.')).toBeInTheDocument();
    expect(screen.getByText('There are changes that visitors don’t see yet.')).toBeInTheDocument();
    for (const name of ['Publish changes', 'Actions for Front desk'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });

  it('show nothing of the integrations', async () => {
    const { server, goTo } = await openSettings('integrations', { role: 'viewer' });
    expect(await screen.findByText(/^Only owners and admins see/)).toBeInTheDocument();
    // Whatever the page has of them is loaded by now.
    await import('#features/bots/components/Integrations.tsx');
    await goTo('Deployment');
    await screen.findByText('Nothing has been published yet.');
    await goTo('Integrations');
    expect(screen.queryByRole('button', { name: 'Add webhook' })).not.toBeInTheDocument();
    expect(server.calls('listWebhooks')).toEqual([]);
  });
});

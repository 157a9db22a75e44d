import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageTitle, renderPage } from '../harness/render';
import { ME, sampleBot } from '../harness/samples';
import { type Answers, never } from '../harness/server';

interface Viewed {
  setViewport(size: { readonly width: number; readonly height: number }): void;
}

const mainNav = () => within(screen.getByRole('navigation', { name: 'Main' }));
const labels = () =>
  mainNav()
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('the navigation', () => {
  it('has what is for administrators for them alone', async () => {
    await renderPage('/notifications');
    await pageTitle('Notifications');
    expect(labels()).not.toContain('Administration');
    expect(labels()).not.toContain('Developer tools');
  });

  it('ends with administration and developer tools for an administrator', async () => {
    await renderPage('/notifications', {
      server: { getMe: { profile: { ...ME.profile, role: 'admin' }, accounts: ME.accounts as never } },
    });
    await pageTitle('Notifications');
    expect(labels().slice(-2)).toEqual(['Administration', 'Developer tools']);
  });

  it('marks the bots while a bot is looked at, and breadcrumbs lead back from it', async () => {
    await renderPage('/bots/bot-1/knowledge', {
      server: {
        getBot: sampleBot() as never,
        listDocuments: { items: [], cursor: null },
        listSites: { items: [] } as never,
        getUsage: never,
      },
    });
    const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumbs' });
    await within(crumbs).findByText('Front desk');
    expect(
      within(crumbs)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Dashboard', 'Bots', 'Front desk']);
    expect(within(crumbs).getByText('Front desk')).toHaveAttribute('aria-current', 'page');
    expect(
      mainNav()
        .getAllByRole('link')
        .filter((link) => link.hasAttribute('aria-current'))
        .map((link) => link.textContent),
    ).toEqual(['Bots']);
    expect(within(crumbs).getByRole('link', { name: 'Bots' })).toHaveAttribute('href', '/bots');
  });
});

const QUIET: Answers = { getDashboard: never, listActivity: never, listBots: never };

describe('the menu of a phone', () => {
  const { happyDOM } = window as unknown as { readonly happyDOM: Viewed };
  beforeEach(() => happyDOM.setViewport({ width: 375, height: 740 }));
  afterEach(() => happyDOM.setViewport({ width: 1024, height: 768 }));

  it('has every page, and is a step of history that a page in it takes the place of', async () => {
    const { user, router } = await renderPage('/notifications');
    await pageTitle('Notifications');
    const open = () => user.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = () => screen.queryByRole('dialog', { name: 'Menu' });
    await open();
    const pages = within(within(menu() as HTMLElement).getByRole('navigation')).getAllByRole('link');
    expect(pages.map(({ textContent }) => textContent)).toEqual(labels());
    await act(() => router.navigate(-1));
    expect(menu()).not.toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/notifications');
    await open();
    await user.click(within(menu() as HTMLElement).getByRole('link', { name: 'Profile' }));
    await pageTitle('Jo Example');
    expect(menu()).not.toBeInTheDocument();
    await act(() => router.navigate(-1));
    await pageTitle('Notifications');
    expect(menu()).not.toBeInTheDocument();
  });
});

describe('the alpha banner', () => {
  const open = async () => {
    const page = await renderPage('/dashboard', { server: QUIET });
    return { ...page, banner: await screen.findByRole('complementary', { name: 'Alpha programme' }) };
  };

  it('says what early adopters get, and stays dismissed in its place', async () => {
    const { user, banner } = await open();
    for (const text of ['0.9.0', '20% off the first paid year', '3-month free trial'])
      expect(banner).toHaveTextContent(text);
    await user.click(within(banner).getByRole('button', { name: 'Dismiss the alpha notice' }));
    expect(banner).not.toBeInTheDocument();
    expect(document.activeElement?.id).toBe('main');
    const stored = Object.keys(localStorage).filter((key) => key.startsWith('parley.alphaBanner.'));
    expect(stored).toEqual(['parley.alphaBanner.dashboard']);
  });

  it('is not there where it was dismissed before', async () => {
    localStorage.setItem('parley.alphaBanner.dashboard', 'true');
    await renderPage('/dashboard', { server: QUIET });
    await pageTitle(/^Hello/);
    expect(screen.queryByRole('complementary', { name: 'Alpha programme' })).not.toBeInTheDocument();
  });

  it('leads to the feedback form, and back', async () => {
    const { user, banner } = await open();
    await user.click(within(banner).getByRole('button', { name: 'Give feedback' }));
    const dialog = await screen.findByRole('dialog', { name: 'Give feedback' });
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Give feedback' })).not.toBeInTheDocument(),
    );
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pageTitle, renderPublicPage } from '../harness/render';

// What a choice allows to be stored: test/unit/web/consent.test.ts. Where the question stands: test/e2e/cross.test.ts.

const banner = () => screen.queryByRole('region', { name: 'Cookies' });
const saved = () => JSON.parse(localStorage.getItem('cookieConsent') ?? 'null');
const press = (name: string) => within(banner() as HTMLElement).getByRole('button', { name });

/** The page of somebody whose answer was stored as this by another window. */
async function openWith(stored: string | null) {
  const page = await renderPublicPage('/impressum');
  await pageTitle('Imprint');
  expect(banner()).not.toBeInTheDocument();
  if (stored === null) localStorage.removeItem('cookieConsent');
  else localStorage.setItem('cookieConsent', stored);
  // Told again until it is heard: a page has its heading before it listens.
  await waitFor(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'cookieConsent', newValue: stored }));
    expect(banner()).toBeInTheDocument();
  });
  return page;
}

it.each([
  ['Accept necessary only', { necessary: true, analytics: false, preferences: false }],
  ['Accept all', { necessary: true, analytics: true, preferences: true }],
])('is answered by a word: %s', async (name, answer) => {
  const { user } = await openWith(null);
  await user.click(press(name));
  expect(banner()).not.toBeInTheDocument();
  expect(saved()).toMatchObject(answer);
  // The button that had the focus is gone: the keyboard goes on from the page.
  expect(screen.getByRole('main')).toHaveFocus();
});

it('comes again where the saved answer cannot be read, and is answered in detail', async () => {
  const { user } = await openWith('{"necessary":true}');
  await user.click(press('Settings'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cookie settings' }));
  const necessary = dialog.getByRole('switch', { name: 'Necessary' });
  expect(necessary).toBeChecked();
  expect(necessary).toBeDisabled();
  expect(dialog.getByRole('switch', { name: 'Preferences' })).not.toBeChecked();
  await user.click(dialog.getByRole('switch', { name: 'Preferences' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(screen.queryByRole('dialog', { name: 'Cookie settings' })).not.toBeInTheDocument();
  expect(banner()).not.toBeInTheDocument();
  expect(saved()).toMatchObject({ necessary: true, analytics: false, preferences: true });
});

it('is answered anew at the foot of a public page, which knows the answer', async () => {
  const { user } = await renderPublicPage('/impressum');
  await pageTitle('Imprint');
  await user.click(screen.getByRole('button', { name: 'Cookie settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cookie settings' }));
  expect(dialog.getByRole('switch', { name: 'Analytics' })).not.toBeChecked();
  expect(dialog.getByRole('switch', { name: 'Preferences' })).toBeChecked();
  await user.click(dialog.getByRole('button', { name: 'Accept all' }));
  expect(saved()).toMatchObject({ necessary: true, analytics: true, preferences: true });
});

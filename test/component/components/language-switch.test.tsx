import { act, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, expect, it, vi } from 'vitest';
import { LanguageSwitch } from '#components/LanguageSwitch.tsx';
import { renderPart } from '../harness/render';
import { heldBack } from '../harness/server';

afterEach(() => vi.restoreAllMocks());

const choice = (name: string) => screen.getByRole('radio', { name });
const root = document.documentElement;

it('is held until the texts of the language are there, and changes the page with its direction', async () => {
  const { user } = await renderPart(<LanguageSwitch compact />);
  const texts = heldBack(undefined);
  vi.spyOn(i18next, 'loadLanguages').mockImplementation(texts.answer);
  root.dir = 'rtl';
  await user.click(choice('DE'));
  expect(choice('DE')).toBeDisabled();
  expect(root.lang).toBe('en');
  await act(async () => texts.give());
  await waitFor(() => expect(choice('DE')).toBeEnabled());
  expect(choice('DE')).toBeChecked();
  expect([root.lang, root.dir]).toEqual(['de', 'ltr']);
  expect(localStorage.getItem('parley.language')).toBe('de');
});

it('leaves the page as it is where they do not come, and says so', async () => {
  const { user } = await renderPart(<LanguageSwitch compact />);
  vi.spyOn(i18next, 'loadLanguages').mockRejectedValue(new Error('Failed to fetch'));
  await user.click(choice('DE'));
  expect(await screen.findByText('The language could not be loaded. Please try again.')).toBeInTheDocument();
  expect(choice('EN')).toBeChecked();
  expect(choice('EN')).toBeEnabled();
  expect(root.lang).toBe('en');
});

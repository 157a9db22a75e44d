import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { followOtherWindows } from '#app/follow-windows.ts';
import { useTexts } from '#i18n/index';
import { renderPart } from '../harness/render';

let stop: () => void;
beforeEach(() => {
  stop = followOtherWindows();
});
afterEach(() => {
  stop();
  localStorage.clear();
  for (const name of ['theme', 'density', 'motion', 'contrast', 'text'])
    delete document.documentElement.dataset[name];
});

/** Another window of this browser stores a choice. */
function chosenElsewhere(key: string, value: string): void {
  localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
}

it.each([
  ['parley.theme', 'theme', 'dark'],
  ['parley.display.density', 'density', 'compact'],
  ['parley.display.motion', 'motion', 'reduced'],
  ['parley.display.contrast', 'contrast', 'more'],
  ['parley.display.text', 'text', 'largest'],
])('a choice of another window, %s, holds here without its settings page open', (key, name, value) => {
  chosenElsewhere(key, value);
  expect(document.documentElement.dataset[name]).toBe(value);
});

function Word() {
  return <p>{useTexts().t('common:cancel')}</p>;
}

it('a language that was chosen in another window is shown here', async () => {
  await renderPart(<Word />, {});
  expect(screen.getByText('Cancel')).toBeInTheDocument();
  chosenElsewhere('parley.language', 'de');
  await waitFor(() => expect(screen.getByText('Abbrechen')).toBeInTheDocument());
});

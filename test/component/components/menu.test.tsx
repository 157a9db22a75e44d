import { cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Menu } from '#components/Menu.tsx';
import { renderPart } from '../harness/render';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it.each([
  { right: 80, outwards: 'true' },
  { right: 320, outwards: 'false' },
])('opens to the side on which it is within the window, from a button that ends at $right', async (each) => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(each.right - 36, 0, 36, 36),
  );
  await renderPart(<Menu label="Actions" items={[{ name: 'Edit', run: () => {} }]} />);
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
  expect(screen.getByRole('menu').dataset.outwards).toBe(each.outwards);
});

it.each([
  { top: 400, upwards: 'true', room: '392px' },
  { top: 100, upwards: 'false', room: '512px' },
])('is no higher than the window has room beside its button, at $top', async ({ top, upwards, room }) => {
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(720);
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(300, top, 36, 36));
  await renderPart(<Menu label="Actions" items={[{ name: 'Edit', run: () => {} }]} />);
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
  const menu = screen.getByRole('menu');
  expect(menu.dataset.upwards).toBe(upwards);
  expect(menu.style.maxBlockSize).toBe(room);
});

it('keeps to the room beside its button when a part of the page scrolls', async () => {
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(720);
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(600);
  const place = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
  place.mockReturnValue(new DOMRect(300, 100, 36, 36));
  await renderPart(
    <section aria-label="Part">
      <Menu label="Actions" items={[{ name: 'Edit', run: () => {} }]} />
    </section>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
  place.mockReturnValue(new DOMRect(300, 400, 36, 36));
  fireEvent.scroll(screen.getByRole('region', { name: 'Part' }));
  const menu = screen.getByRole('menu');
  expect(menu.dataset.upwards).toBe('true');
  expect(menu.style.maxBlockSize).toBe('392px');
});

import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Dialog } from '#components/Dialog.tsx';
import { renderPart } from '../harness/render';

afterEach(cleanup);

/** As browsers send it: of a dialog it does not bubble, of a field for files it does. */
const cancel = (element: Element, bubbles = false) =>
  fireEvent(element, new Event('cancel', { bubbles, cancelable: true }));

it('closes by Esc that is meant for it, not for what stands in it', async () => {
  const [outer, inner] = [vi.fn(), vi.fn()];
  await renderPart(
    <Dialog title="Report" onClose={outer}>
      <input type="file" aria-label="Logo" />
      <Dialog title="Preview" onClose={inner}>
        A file
      </Dialog>
    </Dialog>,
  );
  cancel(screen.getByLabelText('Logo'), true);
  cancel(screen.getByRole('dialog', { name: 'Preview' }));
  expect([outer, inner].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  cancel(screen.getByRole('dialog', { name: 'Report' }));
  expect(outer).toHaveBeenCalledOnce();
});

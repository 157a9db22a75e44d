import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openSettings } from './settings-page';

const times = (name: string) => screen.getAllByLabelText(name);
/** As the browser's own field for times and dates does, whose parts are no text. */
const choose = (field: HTMLElement | undefined, value: string) => {
  if (!field) throw new Error('There is no such field.');
  fireEvent.change(field, { target: { value } });
};
async function open() {
  const page = await openSettings('messaging');
  await page.user.click(await screen.findByRole('switch', { name: 'Use business hours' }));
  choose(times('Monday, to')[0], '12:00');
  await page.press('Add hours on Monday');
  return page;
}

it('business hours have a break, holidays and days of their own', async () => {
  const { user, server, press } = await open();
  choose(times('Monday, from')[1], '13:00');
  choose(times('Monday, to')[1], '00:00');
  await press('Use Monday’s hours for Tuesday to Friday');
  await user.selectOptions(screen.getByLabelText('Closed on public holidays of'), 'DE');
  await user.selectOptions(screen.getByLabelText('State'), 'BY');
  choose(screen.getByLabelText('Date'), '2026-12-24');
  await press('Add day');
  await press('Save changes');
  await waitFor(() => expect(server.calls('updateBot')).toHaveLength(1));
  const split = [
    { start: '09:00', end: '12:00' },
    { start: '13:00', end: '24:00' },
  ];
  expect(server.calls('updateBot')[0]?.body.businessHours).toMatchObject({
    enabled: true,
    week: { monday: split, friday: split, saturday: [] },
    holidays: { country: 'DE', state: 'BY' },
    exceptions: [{ date: '2026-12-24', hours: [] }],
  });
});

it('business hours that overlap are said to, and gone to instead of saved', async () => {
  const { server, press } = await open();
  choose(times('Monday, from')[1], '11:00');
  expect(screen.getByText('The hours overlap or are not in order.')).toBeInTheDocument();
  await press('Save changes');
  await waitFor(() => expect(times('Monday, from')[0]).toHaveFocus());
  expect(server.calls('updateBot')).toEqual([]);
});

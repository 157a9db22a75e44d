import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Chooses what is to be done with the sample bot from its menu. */
export async function chooseAction(user: UserEvent, action: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Actions for Front desk' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

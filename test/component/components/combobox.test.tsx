import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { TimeZoneField } from '#components/form/TimeZoneField.tsx';
import { renderPart } from '../harness/render';

function Field({ onChosen }: { readonly onChosen: (zone: string) => void }) {
  const [zone, setZone] = useState('Europe/Berlin');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChosen('submitted');
      }}
    >
      <TimeZoneField
        label="Time zone"
        value={zone}
        onChange={(chosen) => {
          setZone(chosen);
          onChosen(chosen);
        }}
      />
    </form>
  );
}

async function show() {
  const chosen: string[] = [];
  const { user } = await renderPart(<Field onChosen={(zone) => chosen.push(zone)} />);
  return { user, chosen, field: screen.getByRole('combobox', { name: 'Time zone' }) };
}
const options = () => within(screen.getByRole('listbox')).getAllByRole('option');

describe('a time zone', () => {
  it('is found by typing a part of its name, and chosen by keyboard without sending the form', async () => {
    const { user, chosen, field } = await show();
    expect(field).toHaveValue('Europe/Berlin');
    await user.clear(field);
    await user.type(field, 'new york');
    expect(options().map((option) => option.textContent)).toEqual(['America/New York']);
    expect(field).toHaveAttribute('aria-expanded', 'true');
    expect(field).toHaveAttribute('aria-activedescendant', options()[0]?.id);
    await user.keyboard('{Enter}');
    expect(chosen).toEqual(['America/New_York']);
    expect(field).toHaveValue('America/New York');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('is walked to by arrows, from the one that is chosen and around the ends', async () => {
    const { user, chosen, field } = await show();
    await user.click(field);
    expect(options().find((option) => option.getAttribute('aria-selected') === 'true')).toHaveTextContent(
      'Europe/Berlin',
    );
    await user.clear(field);
    await user.type(field, 'europe/b');
    const names = options().map((option) => option.textContent);
    expect(names.length).toBeGreaterThan(2);
    await user.keyboard('{ArrowUp}{Enter}');
    expect(chosen).toEqual([names.at(-1)?.replaceAll(' ', '_')]);
  });

  it('stays as it was after Escape, after leaving the field, and where nothing fits', async () => {
    const { user, chosen, field } = await show();
    await user.clear(field);
    await user.type(field, 'tokyo');
    await user.keyboard('{Escape}');
    expect(field).toHaveValue('Europe/Berlin');
    await user.clear(field);
    await user.type(field, 'nowhere at all');
    expect(screen.getByText('Nothing matches what you typed')).toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(field).toHaveValue('Europe/Berlin');
    await user.clear(field);
    await user.type(field, 'tokyo');
    await user.click(document.body);
    expect(field).toHaveValue('Europe/Berlin');
    expect(chosen).toEqual([]);
  });
});

import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AnswerText } from '#components/AnswerText.tsx';
import { renderPart } from '../harness/render';

test('shows an answer formatted as its visitor reads it, with the numbers of its sources', async () => {
  await renderPart(<AnswerText text={'**Two sizes** fit [1]:\n\n- small\n- large <b>'} />);
  expect(screen.getByText('Two sizes').tagName).toBe('B');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'small',
    'large <b>',
  ]);
  expect(document.body.textContent).toContain('fit [1]:');
  expect(document.body.textContent).not.toContain('**');
  cleanup();
});

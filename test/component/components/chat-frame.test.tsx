import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ChatFrame } from '#components/ChatFrame.tsx';
import { fallbackBot } from '../../../web/src/features/operator/demo/fallback';
import { renderPart } from '../harness/render';

test('waits for a frame whose document is still being parsed, and then colours it', async () => {
  const page = document.implementation.createHTMLDocument();
  const root = page.documentElement;
  root.remove();
  vi.spyOn(HTMLIFrameElement.prototype, 'contentDocument', 'get').mockReturnValue(page);
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(window);
  await renderPart(<ChatFrame title="Chat" bot={fallbackBot('en')} theme="dark" height={400} />);
  const frame = screen.getByTitle('Chat');
  expect(root.style.colorScheme).toBe('');

  page.append(root);
  frame.dispatchEvent(new Event('load'));
  expect(root.style.colorScheme).toBe('dark');
  cleanup();
  vi.restoreAllMocks();
});

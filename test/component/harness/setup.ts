import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll } from 'vitest';
import { initI18n } from '#i18n/index';
import { loadConfig } from '#lib/config';
import { queryClient } from '#lib/query-client';
import { WAIT_MS } from '#test/helpers/patience';
import { CONFIG } from './config';
import { FakeSocket } from './live';
import { noteMissingText, putAway, server } from './render';

configure(({ getElementError }) => ({
  // A busy machine is late; a wait ends as soon as what it waits for is there.
  asyncUtilTimeout: WAIT_MS,
  getElementError: function failure(message, container) {
    const error = new Error(message ?? undefined);
    error.name = 'TestingLibraryElementError';
    // As ever, what fails is the test's line.
    Error.captureStackTrace(error, failure);
    // A query that waits fails many times before it finds: the page is written out where somebody reads it.
    let told: string | undefined;
    return Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => {
        told ??= getElementError(message, container).message;
        return told;
      },
    });
  },
}));

// What a page looks like where a test fails, without its icons' paths page after page.
process.env.DEBUG_PRINT_LIMIT ??= '3000';

beforeAll(async () => {
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
  globalThis.fetch = async () => Response.json(CONFIG);
  await loadConfig();
  globalThis.fetch = server.fetch;
  if (!i18next.isInitialized) {
    await initI18n();
    i18next.options.saveMissing = true;
    i18next.on('missingKey', (_languages, namespace, key) => noteMissingText(`${namespace}:${key}`));
  }
  // What fails in passing is asked again as ever, but nobody waits for it.
  const { queries, ...others } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } });
});

afterEach(putAway);

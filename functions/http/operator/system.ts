import { SYSTEM_ROUTES } from '#contract/routes/operator/system';
import { FORMAT_VERSION } from '#core/retrieval/format';
import { environment, optionalEnvironment } from '#platform/environment';
import { httpHandler } from '#platform/http-handler';
import { ITEMS_VERSION } from '#platform/items-version';
import { openApiDocument } from '#platform/openapi';

export const handler = httpHandler('system', SYSTEM_ROUTES, {
  health: async () => ({
    status: 'ok',
    commit: optionalEnvironment('COMMIT') ?? null,
    formats: { segment: FORMAT_VERSION, items: ITEMS_VERSION },
  }),
  openapi: async () => openApiDocument(environment('APP_ORIGIN')),
});

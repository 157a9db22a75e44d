import { SYSTEM_ROUTES } from '#contract/routes/operator/system';
import { environment, optionalEnvironment } from '#platform/environment';
import { httpHandler } from '#platform/http-handler';
import { openApiDocument } from '#platform/openapi';

export const handler = httpHandler('system', SYSTEM_ROUTES, {
  health: async () => ({ status: 'ok', commit: optionalEnvironment('COMMIT') ?? null }),
  openapi: async () => openApiDocument(environment('APP_ORIGIN')),
});

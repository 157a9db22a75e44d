import { TEMPLATE_ROUTES } from '#contract/routes/lifecycle/templates';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { createFromTemplate } from '#core/lifecycle/templates/create-from-template';
import { rateTemplate } from '#core/lifecycle/templates/rate-template';
import { getTemplate, listTemplates } from '#core/lifecycle/templates/templates';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { httpHandler } from '#platform/http-handler';

export const handler = httpHandler(
  'templates',
  TEMPLATE_ROUTES,
  {
    listTemplates: ({ actor, query }) => listTemplates(actor, query),
    getTemplate: ({ actor, params, query }) => getTemplate(actor, params.templateId, query),
    createFromTemplate: ({ actor, params, body }) =>
      createFromTemplate(clock, actor, params.templateId, body),
    rateTemplate: ({ actor, params, body }) => rateTemplate(clock, actor, params.templateId, body),
  },
  { loadActor, verifyAccessToken },
);

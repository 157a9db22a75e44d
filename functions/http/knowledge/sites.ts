import { SITE_ROUTES } from '#contract/routes/knowledge/sites';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { confirmSite } from '#core/knowledge/sites/confirm';
import {
  addSite,
  listSitePages,
  listSites,
  removeSite,
  syncSite,
  updateSite,
  updateSitePage,
} from '#core/knowledge/sites/sites';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { dnsTxtOf } from '#platform/dns-txt';
import { environmentList } from '#platform/environment';
import { httpHandler } from '#platform/http-handler';

const deps = {
  clock,
  textRecords: dnsTxtOf(),
  guard: { privateHosts: environmentList('ALLOWED_PRIVATE_HOSTS') },
};

export const handler = httpHandler(
  'sites',
  SITE_ROUTES,
  {
    listSites: ({ actor, params }) => listSites(actor, params.botId),
    addSite: ({ actor, params, body }) => addSite(deps, actor, params.botId, body),
    updateSite: ({ actor, params, body }) => updateSite(clock, actor, params, body),
    removeSite: ({ actor, params }) => removeSite(actor, params),
    confirmSite: ({ actor, params }) => confirmSite(deps, actor, params),
    syncSite: ({ actor, params }) => syncSite(clock, actor, params),
    listSitePages: ({ actor, params }) => listSitePages(actor, params),
    updateSitePage: ({ actor, params, body }) => updateSitePage(clock, actor, params, body),
  },
  { loadActor, verifyAccessToken },
);

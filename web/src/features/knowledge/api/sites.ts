import type {
  AddSite,
  Site,
  SiteConfirmation,
  SiteList,
  SitePage,
  SitePageList,
  SiteSchedule,
} from '../../../../../functions/contract/sites';
import { call } from '../../../lib/api';
import { ApiError } from '../../../lib/api-error';

export function listSites(botId: string, signal: AbortSignal): Promise<SiteList> {
  return call('listSites', { params: { botId }, signal });
}

export function addSite(botId: string, body: AddSite): Promise<Site> {
  return call('addSite', { params: { botId }, body });
}

export function scheduleSite(botId: string, siteId: string, schedule: SiteSchedule): Promise<Site> {
  return call('updateSite', { params: { botId, siteId }, body: { schedule } });
}

export function confirmSite(botId: string, siteId: string): Promise<SiteConfirmation> {
  return call('confirmSite', { params: { botId, siteId } });
}

export function syncSite(botId: string, siteId: string): Promise<Site> {
  return call('syncSite', { params: { botId, siteId } });
}

/** Removes a website; one that is gone already is removed. */
export async function removeSite(botId: string, siteId: string): Promise<void> {
  try {
    await call('removeSite', { params: { botId, siteId } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'site.not_found') throw error;
  }
}

export function listSitePages(botId: string, siteId: string, signal: AbortSignal): Promise<SitePageList> {
  return call('listSitePages', { params: { botId, siteId }, signal });
}

export function includeSitePage(
  page: { readonly botId: string; readonly siteId: string; readonly pageId: string },
  included: boolean,
): Promise<SitePage> {
  return call('updateSitePage', { params: page, body: { included } });
}

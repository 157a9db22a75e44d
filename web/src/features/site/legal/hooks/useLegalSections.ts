import { useTranslation } from 'react-i18next';
import { ANNUAL_DISCOUNT, TRIAL_DAYS } from '#contract/accounts/plans';
import { RETENTION_DAYS } from '#contract/conversations/retention';
import { formatNumber, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { config } from '#lib/config';
import { VERSION } from '#lib/version';
import { type LegalDocumentId, type Section, type Sections, sectionsOf } from '../documents';
import { regionName } from '../regions';

/** The sections of a document in the reader's language, with the figures and the operator that hold here. */
export function useLegalSections(id: LegalDocumentId): readonly [string, Section][] {
  const { t } = useTranslation();
  const { language } = useTexts();
  const { operator, region } = config();
  const sections = t(`legal:${id}.sections`, {
    returnObjects: true,
    ...operator,
    region: regionName(region),
    version: VERSION,
    trialDays: formatNumber(TRIAL_DAYS.regular, language),
    discount: formatPercent(ANNUAL_DISCOUNT, language),
    errorDays: formatNumber(RETENTION_DAYS.clientErrors, language),
    contactDays: formatNumber(RETENTION_DAYS.contact, language),
    webhookDays: formatNumber(RETENTION_DAYS.webhookDeliveries, language),
    feedbackDays: formatNumber(RETENTION_DAYS.feedback, language),
    emptyDays: formatNumber(RETENTION_DAYS.emptyConversations, language),
    goneDays: formatNumber(RETENTION_DAYS.conversationsGone, language),
  }) as unknown as Sections;
  return sectionsOf(sections, new Set(Object.keys(operator)));
}

import type { Language } from '#contract/accounts/profile';
import { localeOf } from '#contract/base/languages';
import { DATED_KINDS } from '#contract/insight/notification-kinds';
import type { NotificationKind } from '#contract/insight/notifications';
import type { StoredProfile } from '#core/accounts/entity';
import type { MailDraft } from '#core/base/mail/compose';
import type { Notice } from './notice';

/** One line of what happened, what more there is to know of it, and the way to its page. */
export function notificationMail(
  { email, language }: Pick<StoredProfile, 'email' | 'language'>,
  { kind, name, detail, path }: Notice,
  appOrigin: string,
): MailDraft {
  const texts = TEXTS[language];
  return {
    to: email,
    language,
    heading: texts[kind](name ?? '', worded(kind, detail, language)),
    paragraphs: kind === 'plan_ended' ? texts.planEnded(detail) : (texts.more[kind] ?? []),
    action: { label: texts.action, url: `${appOrigin}${path ?? '/notifications'}` },
    notes: [],
    footer: texts.footer,
    footerLinks: [{ label: texts.settings, url: `${appOrigin}/settings/notifications` }],
  };
}

function worded(kind: NotificationKind, detail: string | null, language: Language): string {
  if (detail === null || !DATED_KINDS.has(kind)) return detail ?? '';
  return new Date(detail).toLocaleDateString(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' });
}

type Texts = Readonly<Record<NotificationKind, (name: string, detail: string) => string>> & {
  readonly action: string;
  /** Beside the line: what has paused, and how it comes back. */
  readonly planEnded: (paused: string | null) => readonly string[];
  readonly more: Readonly<Partial<Record<NotificationKind, readonly string[]>>>;
  readonly footer: string;
  readonly settings: string;
};

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    invitation: (name, detail) => `${detail} invites you to work on ${name}`,
    member_suspended: (name) => `You no longer have access to ${name}: your membership is suspended`,
    conversation_waiting: (name) => `A visitor of ${name} is waiting for a person`,
    mention: (name) => `${name} mentioned you in a note`,
    limit: () => 'A limit of your plan is nearly reached',
    document_failed: (name, detail) => `${detail} could not read ${name}`,
    report_failed: (name) => `The report ${name} could not be sent`,
    export_ready: () => 'The export of your Parley account is ready',
    golden_regression: (name, detail) => `${name}: test questions that passed before fail now (${detail})`,
    payment: () => 'The payment of your plan failed',
    trial_ending: (name, date) => `Your trial of the ${name} plan ends on ${date}`,
    grace_ending: (name, date) => `Your ${name} plan ends on ${date} unless the open invoice is paid`,
    plan_ended: (name) => `Your ${name} plan has ended`,
    feedback_answered: () => 'We have answered your message',
    sign_in: (_, detail) => `New sign-in to your Parley account: ${detail}`,
    planEnded: (paused) => [
      'Your account is on the free plan now. Nothing was deleted.',
      ...(paused === null ? [] : [`Paused until there is room again: ${paused}.`]),
      'Choose a plan under Billing to go on as before: what is paused comes back by itself.',
    ],
    more: {
      trial_ending: [
        'With a plan chosen under Billing, everything goes on as it is. Without one, your account is on the free plan from then on. Nothing is deleted.',
      ],
      grace_ending: [
        'Pay the invoice, or enter another card, under Billing. Otherwise your account is on the free plan from then on. Nothing is deleted.',
      ],
    },
    action: 'Open it in Parley',
    footer: 'You receive this because you work with this account on Parley.',
    settings: 'Choose what you are notified about',
  },
  de: {
    invitation: (name, detail) => `${detail} lädt Sie ein, an ${name} mitzuarbeiten`,
    member_suspended: (name) => `Sie haben keinen Zugriff mehr auf ${name}: Ihre Mitgliedschaft ist gesperrt`,
    conversation_waiting: (name) => `Ein Besucher von ${name} wartet auf einen Menschen`,
    mention: (name) => `${name} hat Sie in einer Notiz erwähnt`,
    limit: () => 'Ein Limit Ihres Tarifs ist fast erreicht',
    document_failed: (name, detail) => `${detail} konnte ${name} nicht lesen`,
    report_failed: (name) => `Der Bericht ${name} konnte nicht gesendet werden`,
    export_ready: () => 'Der Export Ihres Parley-Kontos ist fertig',
    golden_regression: (name, detail) =>
      `${name}: Testfragen, die vorher bestanden wurden, scheitern jetzt (${detail})`,
    payment: () => 'Die Zahlung für Ihren Tarif ist fehlgeschlagen',
    trial_ending: (name, date) => `Ihre Testphase des Tarifs ${name} endet am ${date}`,
    grace_ending: (name, date) =>
      `Ihr Tarif ${name} endet am ${date}, wenn die offene Rechnung nicht bezahlt wird`,
    plan_ended: (name) => `Ihr Tarif ${name} ist beendet`,
    feedback_answered: () => 'Wir haben Ihre Nachricht beantwortet',
    sign_in: (_, detail) => `Neue Anmeldung in Ihrem Parley-Konto: ${detail}`,
    planEnded: (paused) => [
      'Für Ihr Konto gilt jetzt der kostenlose Tarif. Gelöscht wurde nichts.',
      ...(paused === null ? [] : [`Pausiert, bis wieder Platz ist: ${paused}.`]),
      'Wählen Sie unter „Abrechnung“ einen Tarif, um wie bisher weiterzuarbeiten: Was pausiert, kommt von selbst zurück.',
    ],
    more: {
      trial_ending: [
        'Mit einem Tarif, den Sie unter „Abrechnung“ wählen, geht alles weiter wie bisher. Ohne Tarif gilt danach der kostenlose. Gelöscht wird nichts.',
      ],
      grace_ending: [
        'Bezahlen Sie unter „Abrechnung“ die Rechnung oder hinterlegen Sie eine andere Karte. Sonst gilt danach der kostenlose Tarif. Gelöscht wird nichts.',
      ],
    },
    action: 'In Parley öffnen',
    footer: 'Sie erhalten diese E-Mail, weil Sie mit diesem Konto auf Parley arbeiten.',
    settings: 'Auswählen, worüber Sie informiert werden',
  },
};

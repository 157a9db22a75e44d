import type { Language } from '#contract/accounts/profile';
import type { MailDraft } from '#core/base/mail/compose';

/** Tells the old address that another one signs in now. */
export function changedMail(
  to: string,
  language: Language,
  { email, url }: { readonly email: string; readonly url: string },
): MailDraft {
  const texts = TEXTS[language].changed;
  return compose(to, language, { ...texts, body: texts.body(email) }, url);
}

/** Tells an address that somebody else wanted it: to the caller of that, nothing says whose it is. */
export function takenMail(to: string, language: Language, url: string): MailDraft {
  return compose(to, language, TEXTS[language].taken, `${url}/auth/login`);
}

function compose(
  to: string,
  language: Language,
  texts: { readonly subject: string; readonly body: string; readonly note: string; readonly action: string },
  url: string,
): MailDraft {
  const { footer } = TEXTS[language];
  const { subject, body, note, action } = texts;
  return {
    to,
    language,
    heading: subject,
    paragraphs: [body, note],
    action: { label: action, url },
    notes: [],
    footer,
  };
}

const en = {
  changed: {
    subject: 'Your e-mail address for Parley was changed',
    body: (email: string) =>
      `From now on you sign in to Parley with ${email}. This address is no longer part of your account.`,
    note: 'If you did not do this, contact us at once through the form on our website: somebody knows your password.',
    action: 'Open Parley',
  },
  taken: {
    subject: 'This address has a Parley account',
    body: 'Someone, most likely you, wanted to use this address for another Parley account. It already signs in to one, so nothing was changed.',
    note: 'To use it for the other account, change the address of this one first. It was not you? Then there is nothing to do.',
    action: 'Sign in',
  },
  footer: 'Sent by Parley, because the address of an account was to be changed.',
};

const de: typeof en = {
  changed: {
    subject: 'Ihre E-Mail-Adresse für Parley wurde geändert',
    body: (email: string) =>
      `Ab jetzt melden Sie sich bei Parley mit ${email} an. Diese Adresse gehört nicht mehr zu Ihrem Konto.`,
    note: 'Falls Sie das nicht waren, schreiben Sie uns sofort über das Formular auf unserer Website: Jemand kennt Ihr Passwort.',
    action: 'Parley öffnen',
  },
  taken: {
    subject: 'Zu dieser Adresse gibt es ein Parley-Konto',
    body: 'Jemand, vermutlich Sie selbst, wollte diese Adresse für ein anderes Parley-Konto verwenden. Mit ihr meldet man sich schon bei einem an, deshalb wurde nichts geändert.',
    note: 'Um sie für das andere Konto zu verwenden, ändern Sie zuerst die Adresse dieses Kontos. Sie waren es nicht? Dann brauchen Sie nichts zu tun.',
    action: 'Anmelden',
  },
  footer: 'Gesendet von Parley, weil die Adresse eines Kontos geändert werden sollte.',
};

const TEXTS: Readonly<Record<Language, typeof en>> = { en, de };

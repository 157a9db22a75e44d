import type { Language } from '#contract/accounts/profile';
import type { MailDraft } from '#core/base/mail/compose';

/** What a person is told of their sign-in. */
export type SecurityNews = 'on' | 'off' | 'codes' | 'recovered' | 'password';

export function securityMail(
  to: string,
  language: Language,
  { news, url }: { readonly news: SecurityNews; readonly url: string },
): MailDraft {
  const texts = TEXTS[language];
  const { subject, body } = texts[news];
  return {
    to,
    language,
    heading: subject,
    paragraphs: [body, texts.alarm],
    action: { label: texts.action, url },
    notes: [],
    footer: texts.footer,
  };
}

type Texts = Readonly<Record<SecurityNews, { readonly subject: string; readonly body: string }>> & {
  readonly alarm: string;
  readonly action: string;
  readonly footer: string;
};

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    on: {
      subject: 'Two-step sign-in is on',
      body: 'From now on, signing in to Parley takes your password and a code of your authenticator app. All other devices are signed out. Keep your recovery codes where you find them without your phone.',
    },
    off: {
      subject: 'Two-step sign-in is off',
      body: 'From now on, your password alone signs you in to Parley. Your recovery codes are no longer valid.',
    },
    codes: {
      subject: 'You have new recovery codes',
      body: 'New recovery codes were made for your sign-in to Parley. The previous ones are no longer valid.',
    },
    recovered: {
      subject: 'A recovery code was used',
      body: 'Somebody who knows your password has used one of your recovery codes. Two-step sign-in is now off, and your other recovery codes are no longer valid. You can set it up again in your settings.',
    },
    password: {
      subject: 'Your password was changed',
      body: 'The password of your Parley account was changed. All other devices are signed out.',
    },
    alarm:
      'If this was not you, choose a new password now with “Forgot your password?” on the sign-in page: that ends all sessions.',
    action: 'Open security settings',
    footer: 'Sent by Parley, because your sign-in was changed.',
  },
  de: {
    on: {
      subject: 'Die Anmeldung in zwei Schritten ist eingeschaltet',
      body: 'Ab jetzt brauchen Sie für die Anmeldung bei Parley Ihr Passwort und einen Code Ihrer Authenticator-App. Alle anderen Geräte sind abgemeldet. Bewahren Sie Ihre Wiederherstellungscodes dort auf, wo Sie sie auch ohne Ihr Telefon finden.',
    },
    off: {
      subject: 'Die Anmeldung in zwei Schritten ist ausgeschaltet',
      body: 'Ab jetzt genügt für die Anmeldung bei Parley Ihr Passwort. Ihre Wiederherstellungscodes gelten nicht mehr.',
    },
    codes: {
      subject: 'Sie haben neue Wiederherstellungscodes',
      body: 'Für Ihre Anmeldung bei Parley wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.',
    },
    recovered: {
      subject: 'Ein Wiederherstellungscode wurde benutzt',
      body: 'Jemand, der Ihr Passwort kennt, hat einen Ihrer Wiederherstellungscodes benutzt. Die Anmeldung in zwei Schritten ist jetzt ausgeschaltet, und Ihre übrigen Wiederherstellungscodes gelten nicht mehr. In den Einstellungen können Sie sie wieder einrichten.',
    },
    password: {
      subject: 'Ihr Passwort wurde geändert',
      body: 'Das Passwort Ihres Parley-Kontos wurde geändert. Alle anderen Geräte sind abgemeldet.',
    },
    alarm:
      'Falls Sie das nicht waren, legen Sie jetzt über „Passwort vergessen?“ auf der Anmeldeseite ein neues Passwort fest: Das beendet alle Sitzungen.',
    action: 'Sicherheitseinstellungen öffnen',
    footer: 'Gesendet von Parley, weil Ihre Anmeldung geändert wurde.',
  },
};

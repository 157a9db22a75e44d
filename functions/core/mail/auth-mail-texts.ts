import type { Language } from '../../contract/profile';

const greetings = {
  en: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
  de: (name: string) => (name ? `Hallo ${name},` : 'Hallo,'),
};

const en = {
  footer: 'Parley — chatbots that answer from your own documents. This mail was sent at your request.',
  confirm: {
    subject: 'Confirm your e-mail address',
    heading: 'Confirm your e-mail address',
    greeting: greetings.en,
    body: 'One click and your Parley account is ready. The link is valid for 24 hours.',
    action: 'Confirm address',
    notes: ['You have not signed up? Then ignore this mail: without your click no account is made.'],
  },
  known: {
    subject: 'You already have a Parley account',
    heading: 'You already have an account',
    body: 'Somebody, perhaps you, wanted to sign up to Parley with this address. It has an account already, so there is nothing to confirm: just sign in.',
    forgotten: 'If you have forgotten your password, choose "Forgot password?" there.',
    action: 'Sign in',
    notes: ['Was it not you? Then you need not do anything. Nothing about your account has changed.'],
    code: (code: string) => `Reference: ${code}`,
  },
  reset: {
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    greeting: greetings.en,
    body: 'With this link you choose a new password for Parley. It is valid for one hour.',
    action: 'Choose password',
    notes: ['You have not asked for this? Then ignore this mail: your password stays as it is.'],
  },
  code: {
    subject: 'Your confirmation code',
    heading: 'Your confirmation code',
    greeting: greetings.en,
    body: 'Enter this code in Parley to confirm this e-mail address.',
    notes: ['You have not asked for this? Then ignore this mail.'],
  },
};

const de: typeof en = {
  footer:
    'Parley – Chatbots, die aus Ihren eigenen Unterlagen antworten. Diese E-Mail wurde auf Ihren Wunsch gesendet.',
  confirm: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
    greeting: greetings.de,
    body: 'Ein Klick, und Ihr Parley-Konto ist bereit. Der Link gilt 24 Stunden.',
    action: 'Adresse bestätigen',
    notes: [
      'Sie haben sich nicht registriert? Dann ignorieren Sie diese E-Mail: Ohne Ihren Klick entsteht kein Konto.',
    ],
  },
  known: {
    subject: 'Sie haben bereits ein Parley-Konto',
    heading: 'Sie haben bereits ein Konto',
    body: 'Jemand, vielleicht Sie selbst, wollte sich mit dieser Adresse bei Parley registrieren. Zu ihr gibt es schon ein Konto, deshalb ist nichts zu bestätigen: Melden Sie sich einfach an.',
    forgotten: 'Haben Sie Ihr Passwort vergessen, wählen Sie dort „Passwort vergessen?“.',
    action: 'Anmelden',
    notes: ['Sie waren es nicht? Dann brauchen Sie nichts zu tun. An Ihrem Konto hat sich nichts geändert.'],
    code: (code: string) => `Referenz: ${code}`,
  },
  reset: {
    subject: 'Wählen Sie ein neues Passwort',
    heading: 'Wählen Sie ein neues Passwort',
    greeting: greetings.de,
    body: 'Mit diesem Link wählen Sie ein neues Passwort für Parley. Er gilt eine Stunde.',
    action: 'Passwort wählen',
    notes: [
      'Sie haben das nicht angefordert? Dann ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.',
    ],
  },
  code: {
    subject: 'Ihr Bestätigungscode',
    heading: 'Ihr Bestätigungscode',
    greeting: greetings.de,
    body: 'Geben Sie diesen Code in Parley ein, um diese E-Mail-Adresse zu bestätigen.',
    notes: ['Sie haben das nicht angefordert? Dann ignorieren Sie diese E-Mail.'],
  },
};

/** What the mails of sign-up and sign-in say. */
export const AUTH_MAIL_TEXTS: Readonly<Record<Language, typeof en>> = { en, de };

import type { Language } from '#contract/accounts/profile';

const en = {
  footer: 'Parley: chatbots that answer from your own documents and show their sources.',
  imprint: 'Imprint',
  otherwise: 'If the button does not work, open this link:',
  greeting: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
  confirm: {
    subject: 'Confirm your e-mail address for Parley',
    heading: 'Confirm your e-mail address',
    body: 'Welcome to Parley! One click and your account is ready. The link is valid for 24 hours.',
    alpha: 'Your three free months begin with it.',
    action: 'Confirm address',
    notes: ['You did not sign up? Then ignore this e-mail: without your click no account is opened.'],
  },
  known: {
    subject: 'You already have a Parley account',
    heading: 'You already have an account',
    body: 'Someone, most likely you, has just signed up for Parley with this address. It already has an account, so there is nothing to confirm: just sign in.',
    forgotten: 'If you have forgotten your password, choose “Forgot your password?” there.',
    action: 'Sign in',
    notes: ['It was not you? Then there is nothing to do. Nothing about your account has changed.'],
  },
  reset: {
    subject: 'Set a new password for Parley',
    heading: 'Set a new password',
    body: 'You, or someone else, asked for a new password for your Parley account. Set it with this link, which is valid for one hour and works once.',
    action: 'Set new password',
    notes: ['You did not ask for this? Then ignore this e-mail: your password stays as it is.'],
  },
  code: {
    subject: 'Your confirmation code for Parley',
    heading: 'Confirm your new e-mail address',
    body: 'Enter this code in Parley to confirm that this address is yours. It is valid for 24 hours.',
    notes: [
      'Until then your old address stays valid. Never share this code: we will never ask for it.',
      'You did not ask for this? Then ignore this e-mail, and nothing changes.',
    ],
  },
  invited: {
    subject: 'Your Parley account',
    heading: 'Your account is ready',
    body: 'A Parley account has been created for you. Sign in with this e-mail address and the password below. The password is valid for three days; after signing in you choose your own.',
    action: 'Sign in',
    notes: ['You don’t know what this is about? Then ignore this e-mail.'],
  },
};

const de: typeof en = {
  footer: 'Parley: Chatbots, die aus Ihren eigenen Dokumenten antworten und ihre Quellen zeigen.',
  imprint: 'Impressum',
  otherwise: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:',
  greeting: (name: string) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
  confirm: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse für Parley',
    heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
    body: 'Willkommen bei Parley! Ein Klick, und Ihr Konto ist bereit. Der Link gilt 24 Stunden.',
    alpha: 'Damit beginnen Ihre drei kostenlosen Monate.',
    action: 'Adresse bestätigen',
    notes: [
      'Sie haben sich nicht registriert? Dann ignorieren Sie diese E-Mail: Ohne Ihren Klick wird kein Konto eröffnet.',
    ],
  },
  known: {
    subject: 'Sie haben schon ein Parley-Konto',
    heading: 'Sie haben schon ein Konto',
    body: 'Jemand, vermutlich Sie selbst, hat sich gerade mit dieser Adresse bei Parley registriert. Zu ihr gibt es schon ein Konto, deshalb ist nichts zu bestätigen: Melden Sie sich einfach an.',
    forgotten: 'Haben Sie Ihr Passwort vergessen, wählen Sie dort „Passwort vergessen?“.',
    action: 'Anmelden',
    notes: ['Sie waren es nicht? Dann brauchen Sie nichts zu tun. An Ihrem Konto hat sich nichts geändert.'],
  },
  reset: {
    subject: 'Neues Passwort für Parley',
    heading: 'Legen Sie ein neues Passwort fest',
    body: 'Sie oder jemand anderes hat ein neues Passwort für Ihr Parley-Konto angefordert. Mit diesem Link legen Sie es fest. Er gilt eine Stunde lang und nur einmal.',
    action: 'Neues Passwort festlegen',
    notes: [
      'Sie haben das nicht angefordert? Dann ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.',
    ],
  },
  code: {
    subject: 'Ihr Bestätigungscode für Parley',
    heading: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    body: 'Geben Sie diesen Code in Parley ein, um zu bestätigen, dass diese Adresse Ihnen gehört. Er gilt 24 Stunden.',
    notes: [
      'Bis dahin gilt die alte Adresse. Geben Sie den Code an niemanden weiter: Wir fragen nie danach.',
      'Sie haben das nicht angefordert? Dann ignorieren Sie diese E-Mail, und nichts ändert sich.',
    ],
  },
  invited: {
    subject: 'Ihr Konto bei Parley',
    heading: 'Ihr Konto ist bereit',
    body: 'Für Sie wurde ein Konto bei Parley angelegt. Melden Sie sich mit dieser E-Mail-Adresse und dem Passwort unten an. Das Passwort gilt drei Tage; nach der Anmeldung wählen Sie Ihr eigenes.',
    action: 'Anmelden',
    notes: ['Sie wissen nicht, worum es geht? Dann ignorieren Sie diese E-Mail.'],
  },
};

/** What the mails of sign-up and sign-in say. */
export const AUTH_MAIL_TEXTS: Readonly<Record<Language, typeof en>> = { en, de };

import { ask, say, type TemplateSource, when } from '../source';
import { askEmail, askName, askPhone } from './questions';

export const CONTACT_REQUEST: TemplateSource = {
  id: 'contact-request',
  category: 'lead_generation',
  type: 'lead_generation',
  difficulty: 'beginner',
  setupMinutes: 5,
  name: { en: 'Contact request', de: 'Kontaktanfrage' },
  summary: {
    en: 'Takes down who writes, what it is about and how to reach them, at any hour.',
    de: 'Nimmt rund um die Uhr auf, wer schreibt, worum es geht und wie Sie zurückrufen können.',
  },
  points: [
    {
      en: 'Replaces the contact form that nobody fills in',
      de: 'Ersetzt das Kontaktformular, das kaum jemand ausfüllt',
    },
    {
      en: 'Checks the e-mail address while the visitor is still there',
      de: 'Prüft die E-Mail-Adresse, solange der Besucher noch da ist',
    },
    {
      en: 'Answers questions from your documents in between',
      de: 'Beantwortet zwischendurch Fragen aus Ihren Unterlagen',
    },
  ],
  welcome: { en: 'Hello! How can we help you?', de: 'Guten Tag! Was können wir für Sie tun?' },
  config: { primaryColor: '#0f766e' },
  steps: [
    askName({ en: 'Who am I talking to?', de: 'Mit wem spreche ich?' }),
    ask(
      'request',
      'textarea',
      { en: 'Request', de: 'Anliegen' },
      {
        en: 'Nice to meet you, {name}. What is it about?',
        de: 'Schön, dass Sie da sind, {name}. Worum geht es?',
      },
    ),
    askEmail({
      en: 'Which e-mail address may we answer to?',
      de: 'An welche E-Mail-Adresse dürfen wir antworten?',
    }),
    askPhone(
      {
        en: 'Would you rather be called? Then leave your number.',
        de: 'Sollen wir lieber anrufen? Dann gern Ihre Nummer.',
      },
      { required: false },
    ),
    say('thanks', {
      en: 'Thank you, {name}. Your request is recorded for our team. If you have questions meanwhile, ask me.',
      de: 'Vielen Dank, {name}. Ihr Anliegen ist für unser Team notiert. Wenn Sie noch Fragen haben, fragen Sie mich.',
    }),
  ],
};

const NOW = { en: 'Right away', de: 'Sofort' };

export const LEAD_QUALIFICATION: TemplateSource = {
  id: 'lead-qualification',
  category: 'lead_generation',
  type: 'lead_qualification',
  difficulty: 'intermediate',
  setupMinutes: 10,
  name: { en: 'Lead qualification', de: 'Lead-Qualifizierung' },
  summary: {
    en: 'Finds out size, time frame and goal, and asks urgent and large leads for a phone number.',
    de: 'Klärt Größe, Zeitrahmen und Ziel und fragt bei eiligen und großen Anfragen nach der Telefonnummer.',
  },
  points: [
    {
      en: 'From 50 employees on, or if it is urgent, it asks for a phone number, else for an e-mail address',
      de: 'Ab 50 Beschäftigten oder wenn es eilt, fragt er nach der Telefonnummer, sonst nach der E-Mail-Adresse',
    },
    {
      en: 'Your team knows the background before the first talk',
      de: 'Ihr Team kennt die Hintergründe vor dem ersten Gespräch',
    },
    {
      en: 'Five questions, answered in under two minutes',
      de: 'Fünf Fragen, beantwortet in unter zwei Minuten',
    },
  ],
  welcome: {
    en: 'Hello! A few questions, and we know how we can help you best.',
    de: 'Guten Tag! Ein paar Fragen, dann wissen wir, wie wir Ihnen am besten helfen.',
  },
  config: { primaryColor: '#1d4ed8', escalationEnabled: true },
  steps: [
    ask(
      'goal',
      'multiselect',
      { en: 'Goals', de: 'Ziele' },
      {
        en: 'What would you like to achieve? Choose all that fit.',
        de: 'Was möchten Sie erreichen? Wählen Sie alles, was passt.',
      },
      {
        options: [
          { en: 'Save costs', de: 'Kosten sparen' },
          { en: 'Win customers', de: 'Kunden gewinnen' },
          { en: 'Relieve the team', de: 'Das Team entlasten' },
          { en: 'Replace a system', de: 'Ein System ablösen' },
        ],
      },
    ),
    ask(
      'people',
      'number',
      { en: 'Employees', de: 'Beschäftigte' },
      {
        en: 'How many people work in your company?',
        de: 'Wie viele Menschen arbeiten in Ihrem Unternehmen?',
      },
      { min: 1, max: 1_000_000, integer: true },
    ),
    ask(
      'website',
      'url',
      { en: 'Website', de: 'Website' },
      { en: 'Where can we read more about you?', de: 'Wo können wir mehr über Sie lesen?' },
      { required: false },
    ),
    ask(
      'start',
      'select',
      { en: 'Start', de: 'Beginn' },
      { en: 'When do you want to start?', de: 'Wann möchten Sie beginnen?' },
      {
        options: [
          NOW,
          { en: 'Within three months', de: 'In den nächsten drei Monaten' },
          { en: 'Later', de: 'Später' },
        ],
      },
    ),
    when('urgent', ['start', 'equals', NOW], { yes: 'phone', no: 'large' }),
    when('large', ['people', 'greater', '49'], { yes: 'phone', no: 'email' }),
    askPhone(
      {
        en: 'Which number can our sales team reach you on best?',
        de: 'Unter welcher Nummer erreicht unser Vertrieb Sie am besten?',
      },
      { to: 'call' },
    ),
    askEmail(
      {
        en: 'Which e-mail address may our sales team write to?',
        de: 'An welche E-Mail-Adresse darf unser Vertrieb schreiben?',
      },
      { to: 'mail' },
    ),
    say(
      'call',
      {
        en: 'Thank you! Your request and your number are recorded for our sales team.',
        de: 'Vielen Dank! Ihre Anfrage und Ihre Nummer sind für unseren Vertrieb notiert.',
      },
      { to: null },
    ),
    say('mail', {
      en: 'Thank you! Your request and your address are recorded for our sales team.',
      de: 'Vielen Dank! Ihre Anfrage und Ihre Adresse sind für unseren Vertrieb notiert.',
    }),
  ],
};

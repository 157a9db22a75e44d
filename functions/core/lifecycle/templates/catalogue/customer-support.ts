import { ask, say, type TemplateSource, when } from '../source';
import { askEmail, askPhone, NO, YES } from './questions';

export const FAQ_ASSISTANT: TemplateSource = {
  id: 'faq-assistant',
  category: 'customer_support',
  type: 'faq',
  difficulty: 'beginner',
  setupMinutes: 3,
  name: { en: 'FAQ assistant', de: 'FAQ-Assistent' },
  summary: {
    en: 'Answers from your documents at once, and takes an address where they have no answer.',
    de: 'Antwortet sofort aus Ihren Unterlagen und notiert eine Adresse, wo sie nicht weiterhelfen.',
  },
  points: [
    { en: 'Upload your documents, and it is ready', de: 'Unterlagen hochladen, fertig' },
    { en: 'Every answer names its source', de: 'Jede Antwort nennt ihre Quelle' },
    { en: 'Open questions are kept for your team', de: 'Offene Fragen bleiben für Ihr Team notiert' },
  ],
  welcome: {
    en: 'Hello! Ask me anything about our products and services.',
    de: 'Guten Tag! Fragen Sie mich alles zu unseren Produkten und Leistungen.',
  },
  starters: [
    { en: 'What are your opening hours?', de: 'Wann haben Sie geöffnet?' },
    { en: 'How can I reach you?', de: 'Wie erreiche ich Sie?' },
    { en: 'What does delivery cost?', de: 'Was kostet die Lieferung?' },
  ],
  config: { primaryColor: '#4338ca' },
  steps: [
    say(
      'free',
      {
        en: 'I answer from our documents. What would you like to know?',
        de: 'Ich antworte aus unseren Unterlagen. Was möchten Sie wissen?',
      },
      { answers: true },
    ),
    ask(
      'solved',
      'select',
      { en: 'Solved', de: 'Geklärt' },
      { en: 'Could I answer your question?', de: 'Konnte ich Ihre Frage beantworten?' },
      { options: [YES, NO] },
    ),
    when('open', ['solved', 'equals', NO], { yes: 'question', no: 'glad' }),
    ask(
      'question',
      'textarea',
      { en: 'Open question', de: 'Offene Frage' },
      {
        en: 'What is still open? I will note it for our team.',
        de: 'Was ist noch offen? Ich notiere es für unser Team.',
      },
    ),
    askEmail({
      en: 'Which e-mail address may our team reply to?',
      de: 'An welche E-Mail-Adresse darf unser Team antworten?',
    }),
    say(
      'noted',
      {
        en: 'Thank you! Your question is recorded for our team, with {email} for the reply.',
        de: 'Vielen Dank! Ihre Frage ist für unser Team notiert, mit {email} für die Antwort.',
      },
      { to: null },
    ),
    say('glad', {
      en: 'I am glad. Ask me again whenever you like.',
      de: 'Das freut mich. Fragen Sie mich jederzeit wieder.',
    }),
  ],
};

const BROKEN = { en: 'Nothing works any more', de: 'Es geht nichts mehr' };

export const SUPPORT_TICKET: TemplateSource = {
  id: 'support-ticket',
  category: 'customer_support',
  type: 'customerSupport',
  difficulty: 'intermediate',
  setupMinutes: 10,
  name: { en: 'Support ticket', de: 'Support-Ticket' },
  summary: {
    en: 'Records a problem so completely that your team need not ask back, with a number where it is urgent.',
    de: 'Nimmt ein Problem so vollständig auf, dass Ihr Team nicht nachfragen muss, mit Rufnummer, wo es eilt.',
  },
  points: [
    {
      en: 'Topic, urgency, description and a picture in one go',
      de: 'Thema, Dringlichkeit, Beschreibung und Bild in einem Zug',
    },
    {
      en: 'Asks for a phone number where nothing works any more',
      de: 'Fragt nach der Rufnummer, wenn nichts mehr geht',
    },
    {
      en: 'Many problems are solved from your manuals meanwhile',
      de: 'Vieles löst sich schon unterwegs aus Ihren Handbüchern',
    },
  ],
  welcome: {
    en: 'Hello, this is support. What can we fix for you?',
    de: 'Guten Tag, hier ist der Support. Wobei können wir helfen?',
  },
  config: {
    primaryColor: '#b45309',
    escalationEnabled: true,
    escalationTrigger: 'failed_responses',
    escalationThreshold: 2,
  },
  steps: [
    ask(
      'topic',
      'select',
      { en: 'Topic', de: 'Thema' },
      { en: 'What is it about?', de: 'Worum geht es?' },
      {
        options: [
          { en: 'Login and account', de: 'Anmeldung und Konto' },
          { en: 'Invoice and payment', de: 'Rechnung und Zahlung' },
          { en: 'Using the product', de: 'Bedienung' },
          { en: 'Something else', de: 'Etwas anderes' },
        ],
      },
    ),
    ask(
      'urgency',
      'select',
      { en: 'Urgency', de: 'Dringlichkeit' },
      { en: 'How much does it hold you up?', de: 'Wie sehr hält es Sie auf?' },
      {
        options: [
          BROKEN,
          { en: 'I can work, but with effort', de: 'Ich kann arbeiten, aber mit Mühe' },
          { en: 'A question only', de: 'Nur eine Frage' },
        ],
      },
    ),
    when('urgent', ['urgency', 'equals', BROKEN], { yes: 'phone', no: 'problem' }),
    askPhone({
      en: 'Which number can our team call you back on?',
      de: 'Unter welcher Nummer kann unser Team Sie zurückrufen?',
    }),
    ask(
      'problem',
      'textarea',
      { en: 'Description', de: 'Beschreibung' },
      { en: 'What happens, and what did you expect?', de: 'Was passiert, und was hätten Sie erwartet?' },
    ),
    ask(
      'picture',
      'file',
      { en: 'Screenshot', de: 'Bildschirmfoto' },
      {
        en: 'Do you have a screenshot or a file that shows it?',
        de: 'Haben Sie ein Bildschirmfoto oder eine Datei dazu?',
      },
      { required: false },
    ),
    askEmail({
      en: 'Which e-mail address is your account under?',
      de: 'Unter welcher E-Mail-Adresse läuft Ihr Konto?',
    }),
    say('noted', {
      en: 'Thank you, it is recorded for our team. Ask me while you wait: your manual often knows the way.',
      de: 'Vielen Dank, das ist für unser Team notiert. Fragen Sie mich ruhig schon: Im Handbuch steht oft die Lösung.',
    }),
  ],
};

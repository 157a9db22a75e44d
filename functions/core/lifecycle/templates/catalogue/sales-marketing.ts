import { ask, say, type TemplateSource, when } from '../source';
import { askEmail, askName, NO, YES } from './questions';

const UNSURE = { en: 'I am not sure yet', de: 'Ich bin noch unsicher' };

export const PRODUCT_ADVISOR: TemplateSource = {
  id: 'product-advisor',
  category: 'sales_marketing',
  type: 'lead_qualification',
  difficulty: 'intermediate',
  setupMinutes: 10,
  name: { en: 'Product advisor', de: 'Produktberater' },
  summary: {
    en: 'Asks what matters, advises from your catalogue and takes the address of anyone interested.',
    de: 'Fragt, worauf es ankommt, berät aus Ihrem Katalog und notiert, wie Sie Interessierte erreichen.',
  },
  points: [
    { en: 'Advises from your own product data', de: 'Berät aus Ihren eigenen Produktdaten' },
    { en: 'Asks for the name where the budget is large', de: 'Fragt bei großem Budget nach dem Namen' },
    { en: 'You learn what your customers look for', de: 'Sie erfahren, was Ihre Kunden suchen' },
  ],
  welcome: {
    en: 'Hello! Let us find what suits you.',
    de: 'Guten Tag! Finden wir heraus, was zu Ihnen passt.',
  },
  config: { primaryColor: '#be185d' },
  steps: [
    ask(
      'matters',
      'multiselect',
      { en: 'What matters', de: 'Worauf es ankommt' },
      { en: 'What matters most to you?', de: 'Worauf kommt es Ihnen besonders an?' },
      {
        options: [
          { en: 'Price', de: 'Preis' },
          { en: 'Quality', de: 'Qualität' },
          { en: 'Sustainability', de: 'Nachhaltigkeit' },
          { en: 'Fast delivery', de: 'Schnelle Lieferung' },
          UNSURE,
        ],
      },
    ),
    ask(
      'budget',
      'number',
      { en: 'Budget', de: 'Budget' },
      {
        en: 'How much would you like to spend at most, in euros?',
        de: 'Wie viel möchten Sie höchstens ausgeben, in Euro?',
      },
      { min: 1, required: false },
    ),
    say(
      'advice',
      {
        en: 'Good. Describe what you need, and I will look for it in our catalogue.',
        de: 'Gut. Beschreiben Sie, was Sie brauchen, und ich suche es in unserem Katalog.',
      },
      { answers: true },
    ),
    when('large', ['budget', 'greater', '1000'], { yes: 'name', no: 'email' }),
    askName({
      en: 'For this budget an offer of your own may be worthwhile. What is your name?',
      de: 'In diesem Rahmen kann sich ein persönliches Angebot lohnen. Wie heißen Sie?',
    }),
    askEmail({
      en: 'Which e-mail address may our team write to?',
      de: 'An welche E-Mail-Adresse darf unser Team schreiben?',
    }),
    say('sent', {
      en: 'Thank you! Your wishes and {email} are recorded for our team.',
      de: 'Vielen Dank! Ihre Wünsche und {email} sind für unser Team notiert.',
    }),
  ],
};

export const NEWSLETTER: TemplateSource = {
  id: 'newsletter-sign-up',
  category: 'sales_marketing',
  type: 'lead_generation',
  difficulty: 'beginner',
  setupMinutes: 4,
  name: { en: 'Newsletter sign-up', de: 'Newsletter-Anmeldung' },
  summary: {
    en: 'Wins subscribers in conversation, with their interests and their consent.',
    de: 'Gewinnt Abonnenten im Gespräch, mit Interessen und ausdrücklicher Einwilligung.',
  },
  points: [
    { en: 'Asks for consent before the address', de: 'Fragt nach der Einwilligung vor der Adresse' },
    { en: 'Knows what each subscriber wants to read', de: 'Weiß, was jeder lesen möchte' },
    { en: 'Four questions, one of them optional', de: 'Vier Fragen, eine davon freiwillig' },
  ],
  welcome: {
    en: 'Hello! News, offers and tips, once a month?',
    de: 'Guten Tag! Neuigkeiten, Angebote und Tipps, einmal im Monat?',
  },
  config: { primaryColor: '#7c3aed' },
  steps: [
    ask(
      'interests',
      'multiselect',
      { en: 'Interests', de: 'Interessen' },
      { en: 'What would you like to read about?', de: 'Worüber möchten Sie lesen?' },
      {
        options: [
          { en: 'New products', de: 'Neue Produkte' },
          { en: 'Offers', de: 'Angebote' },
          { en: 'Tips and guides', de: 'Tipps und Anleitungen' },
          { en: 'Events', de: 'Veranstaltungen' },
        ],
      },
    ),
    ask(
      'consent',
      'select',
      { en: 'Consent', de: 'Einwilligung' },
      {
        en: 'May we write to you by e-mail? You can withdraw your consent at any time.',
        de: 'Dürfen wir Ihnen per E-Mail schreiben? Sie können Ihre Einwilligung jederzeit widerrufen.',
      },
      { options: [YES, NO] },
    ),
    when('agreed', ['consent', 'equals', YES], { yes: 'email', no: 'pity' }),
    askEmail({ en: 'Which address may we use?', de: 'Welche Adresse dürfen wir nehmen?' }),
    ask(
      'name',
      'text',
      { en: 'First name', de: 'Vorname' },
      { en: 'And how may we address you?', de: 'Und wie dürfen wir Sie ansprechen?' },
      { required: false },
    ),
    say(
      'welcome',
      {
        en: 'Thank you! {email} is noted for our newsletter.',
        de: 'Vielen Dank! {email} ist für unseren Newsletter notiert.',
      },
      { to: null },
    ),
    say('pity', {
      en: 'That is fine. Ask me whatever you like to know.',
      de: 'Kein Problem. Fragen Sie mich gern alles, was Sie wissen möchten.',
    }),
  ],
};

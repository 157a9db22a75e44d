import { ask, say, type TemplateSource, when } from '../source';
import { askEmail } from './questions';

const PARCEL = { en: 'Where is my parcel?', de: 'Wo ist mein Paket?' };
const ADVICE = { en: 'I have a question before I buy', de: 'Ich habe eine Frage vor dem Kauf' };

export const ORDER_HELP: TemplateSource = {
  id: 'order-help',
  category: 'ecommerce',
  type: 'ecommerce',
  difficulty: 'intermediate',
  setupMinutes: 8,
  name: { en: 'Order help', de: 'Hilfe zur Bestellung' },
  summary: {
    en: 'Sorts questions about orders and takes the order number along; the rest your shop pages answer.',
    de: 'Sortiert Fragen zu Bestellungen und nimmt die Bestellnummer auf; den Rest beantworten Ihre Shopseiten.',
  },
  points: [
    { en: 'Takes the commonest questions off your team', de: 'Nimmt Ihrem Team die häufigsten Fragen ab' },
    { en: 'Order number and date are there from the start', de: 'Bestellnummer und Datum liegen gleich vor' },
    { en: 'Advises before the purchase as well', de: 'Berät auch vor dem Kauf' },
  ],
  welcome: { en: 'Hello! Is it about an order?', de: 'Guten Tag! Geht es um eine Bestellung?' },
  starters: [
    { en: 'What does shipping cost?', de: 'Was kostet der Versand?' },
    { en: 'How can I pay?', de: 'Wie kann ich bezahlen?' },
  ],
  config: { primaryColor: '#c2410c' },
  steps: [
    ask(
      'topic',
      'select',
      { en: 'Topic', de: 'Thema' },
      { en: 'What can I do for you?', de: 'Was kann ich für Sie tun?' },
      {
        options: [
          PARCEL,
          { en: 'My invoice', de: 'Meine Rechnung' },
          { en: 'Change or cancel', de: 'Ändern oder stornieren' },
          ADVICE,
        ],
      },
    ),
    when('before', ['topic', 'equals', ADVICE], { yes: 'advise', no: 'order' }),
    say(
      'advise',
      { en: 'Gladly. What would you like to know?', de: 'Gern. Was möchten Sie wissen?' },
      { to: null },
    ),
    ask(
      'order',
      'text',
      { en: 'Order number', de: 'Bestellnummer' },
      {
        en: 'What is your order number? It is in the confirmation that we sent you.',
        de: 'Wie lautet Ihre Bestellnummer? Sie steht in der Bestätigung, die wir Ihnen geschickt haben.',
      },
    ),
    when('parcel', ['topic', 'equals', PARCEL], { yes: 'ordered', no: 'email' }),
    ask(
      'ordered',
      'date',
      { en: 'Date of order', de: 'Bestelldatum' },
      { en: 'When did you order?', de: 'Wann haben Sie bestellt?' },
    ),
    askEmail({
      en: 'Which e-mail address did you order with?',
      de: 'Mit welcher E-Mail-Adresse haben Sie bestellt?',
    }),
    say('noted', {
      en: 'Thank you! Your request about order {order} is recorded for our team, with {email} for the reply.',
      de: 'Vielen Dank! Ihr Anliegen zu Bestellung {order} ist für unser Team notiert, mit {email} für die Antwort.',
    }),
  ],
};

const DAMAGED = { en: 'It arrived damaged', de: 'Sie kam beschädigt an' };

export const RETURNS_DESK: TemplateSource = {
  id: 'returns-desk',
  category: 'ecommerce',
  type: 'ecommerce',
  difficulty: 'advanced',
  setupMinutes: 15,
  name: { en: 'Returns desk', de: 'Retourenservice' },
  summary: {
    en: 'Takes down what comes back, why, and what the customer wants instead; explains your returns policy.',
    de: 'Nimmt auf, was zurückkommt, warum und was stattdessen gewünscht ist; erklärt Ihre Rückgabebedingungen.',
  },
  points: [
    { en: 'A photo only where goods are damaged', de: 'Ein Foto nur, wenn Ware beschädigt ist' },
    {
      en: 'Asks at once: refund, exchange or voucher',
      de: 'Fragt gleich: Erstattung, Umtausch oder Gutschein',
    },
    {
      en: 'Explains your returns policy in plain words',
      de: 'Erklärt Ihre Rückgabebedingungen in klaren Worten',
    },
  ],
  welcome: {
    en: 'Hello! I will help you with your return.',
    de: 'Guten Tag! Ich helfe Ihnen bei der Rücksendung.',
  },
  starters: [{ en: 'How long can I return goods?', de: 'Wie lange kann ich Ware zurückgeben?' }],
  config: { primaryColor: '#a16207', enableFileUpload: true },
  steps: [
    ask(
      'order',
      'text',
      { en: 'Order number', de: 'Bestellnummer' },
      { en: 'Which order is it about?', de: 'Um welche Bestellung geht es?' },
    ),
    ask(
      'pieces',
      'number',
      { en: 'Pieces', de: 'Stückzahl' },
      { en: 'How many pieces would you like to return?', de: 'Wie viele Artikel möchten Sie zurücksenden?' },
      { min: 1, max: 100, integer: true },
    ),
    ask(
      'reason',
      'select',
      { en: 'Reason', de: 'Grund' },
      { en: 'What is wrong with the goods?', de: 'Was stimmt mit der Ware nicht?' },
      {
        options: [
          DAMAGED,
          { en: 'It doesn’t fit', de: 'Sie passt nicht' },
          { en: 'Wrong article', de: 'Falscher Artikel' },
          { en: 'I don’t like it', de: 'Sie gefällt mir nicht' },
        ],
      },
    ),
    when('damaged', ['reason', 'equals', DAMAGED], { yes: 'photo', no: 'wish' }),
    ask(
      'photo',
      'file',
      { en: 'Photo of the damage', de: 'Foto des Schadens' },
      {
        en: 'I am sorry! Do you have a photo of the damage? Add it here, or go on without one.',
        de: 'Das tut uns leid! Haben Sie ein Foto des Schadens? Fügen Sie es hinzu, oder überspringen Sie die Frage.',
      },
      { required: false },
    ),
    ask(
      'damage',
      'textarea',
      { en: 'Damage', de: 'Schaden' },
      {
        en: 'Was the parcel damaged too? A sentence is enough.',
        de: 'War auch das Paket beschädigt? Ein Satz genügt.',
      },
      { required: false },
    ),
    ask(
      'wish',
      'select',
      { en: 'Wish', de: 'Wunsch' },
      { en: 'What would you like instead?', de: 'Was wünschen Sie sich?' },
      {
        options: [
          { en: 'My money back', de: 'Geld zurück' },
          { en: 'An exchange', de: 'Umtausch' },
          { en: 'A voucher', de: 'Gutschein' },
        ],
      },
    ),
    askEmail({
      en: 'Which e-mail address may our team write to about it?',
      de: 'An welche E-Mail-Adresse darf unser Team dazu schreiben?',
    }),
    say('noted', {
      en: 'Thank you! Your request to return order {order} is recorded for our team.',
      de: 'Vielen Dank! Ihr Rückgabewunsch zu Bestellung {order} ist für unser Team notiert.',
    }),
  ],
};

/** The visitor's language. The build makes the chat once for each, so that nobody loads the other's texts. */
declare const LANGUAGE: 'en' | 'de';
export const language = LANGUAGE;

const en = {
  open: 'Open chat',
  close: 'Close chat',
  send: 'Send',
  you: 'You',
  messages: 'Messages',
  placeholder: 'Ask a question …',
  writing: 'is writing …',
  connecting: 'Connecting …',
  offline: 'No connection. Your message will be sent once it is back.',
  offlineAnswer: 'No connection. The answer will continue once it is back.',
  failed: 'Not sent.',
  noAnswer: 'That did not work. Please ask again.',
  retry: 'Try again',
  tooLong: (over: number) => (over === 1 ? '1 character too long' : `${over} characters too long`),
  tooMany: 'Too many messages. Please wait a moment.',
  ended: 'This chat is not available at the moment.',
  notAllowed: 'This chat is not set up for this website.',
  sources: (count: number) => (count === 1 ? '1 source' : `${count} sources`),
  source: (number: number) => `Source ${number}`,
  page: (page: number) => `page ${page}`,
  openSource: 'Open document',
  sourceGone: 'This document is no longer available.',
  quotes: 'From the documents:',
};

const de: typeof en = {
  open: 'Chat öffnen',
  close: 'Chat schließen',
  send: 'Senden',
  you: 'Sie',
  messages: 'Nachrichten',
  placeholder: 'Stellen Sie eine Frage …',
  writing: 'schreibt …',
  connecting: 'Verbindung wird hergestellt …',
  offline: 'Keine Verbindung. Ihre Nachricht wird gesendet, sobald sie wieder besteht.',
  offlineAnswer: 'Keine Verbindung. Die Antwort geht weiter, sobald sie wieder besteht.',
  failed: 'Nicht gesendet.',
  noAnswer: 'Das hat nicht geklappt. Bitte fragen Sie noch einmal.',
  retry: 'Erneut versuchen',
  tooLong: (over) => `${over} Zeichen zu lang`,
  tooMany: 'Zu viele Nachrichten. Bitte warten Sie einen Moment.',
  ended: 'Dieser Chat ist gerade nicht verfügbar.',
  notAllowed: 'Dieser Chat ist für diese Website nicht eingerichtet.',
  sources: (count) => (count === 1 ? '1 Quelle' : `${count} Quellen`),
  source: (number) => `Quelle ${number}`,
  page: (page) => `Seite ${page}`,
  openSource: 'Dokument öffnen',
  sourceGone: 'Dieses Dokument ist nicht mehr verfügbar.',
  quotes: 'Aus den Dokumenten:',
};

export type Strings = typeof en;
export const say: Strings = language === 'de' ? de : en;

export { ApiPage } from './ApiPage';
export { EventsPage } from './EventsPage';
export { IndexesPage } from './IndexesPage';
export { MailsPage } from './MailsPage';
export { TranslationsPage } from './TranslationsPage';

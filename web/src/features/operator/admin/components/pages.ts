export { ActivityPage } from './ActivityPage';
export { DashboardPage } from './DashboardPage';
export { ErrorsPage } from './ErrorsPage';
export { MessagesPage } from './MessagesPage';
export { QueuesPage } from './QueuesPage';
export { SettingsPage } from './SettingsPage';
export { SubscriptionsPage } from './SubscriptionsPage';
export { UsersPage } from './UsersPage';

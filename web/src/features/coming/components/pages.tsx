import { ComingPage } from './ComingPage';

export const SettingsPage = () => <ComingPage area="settings" />;
export const BillingPage = () => <ComingPage area="billing" />;
export const AnalyticsPage = () => <ComingPage area="analytics" />;
export const ConversationsPage = () => <ComingPage area="conversations" />;
export const TeamPage = () => <ComingPage area="team" />;
export const TemplatesPage = () => <ComingPage area="templates" />;
export const HelpPage = () => <ComingPage area="help" />;
export const DeveloperToolsPage = () => <ComingPage area="developerTools" />;
export const BotConversationsPage = () => <ComingPage area="botConversations" />;
export const BotAnalyticsPage = () => <ComingPage area="botAnalytics" />;

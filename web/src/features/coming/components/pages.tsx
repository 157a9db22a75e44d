import { ComingPage, ComingTab } from './ComingPage';

export { BillingPage } from './BillingPage';

export const SettingsPage = () => <ComingPage area="settings" />;
export const AnalyticsPage = () => <ComingPage area="analytics" />;
export const TeamPage = () => <ComingPage area="team" />;
export const HelpPage = () => <ComingPage area="help" />;
export const DeveloperToolsPage = () => <ComingPage area="developerTools" />;
export const BotAnalyticsPage = () => <ComingTab area="botAnalytics" />;

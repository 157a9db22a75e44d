import { PublicOutlook } from './PublicOutlook';

/** For anyone: what talking to a bot of Parley is like. */
export function ChatDemoPage() {
  return <PublicOutlook page="chatDemo" />;
}

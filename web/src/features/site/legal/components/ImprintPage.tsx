import { LegalPage } from './LegalPage';

export function ImprintPage() {
  return <LegalPage document="imprint" isLong={false} />;
}

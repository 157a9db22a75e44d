import { LoadingScreen } from '../components/Loading';

export function AskForSession() {
  return <LoadingScreen />;
}

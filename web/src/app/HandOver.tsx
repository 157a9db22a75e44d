import { LoadingScreen } from '../components/Loading';

export function HandOver() {
  return <LoadingScreen />;
}

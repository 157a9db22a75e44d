import { PublicLayout } from './PublicLayout';

/** Around a page that anyone may read. */
export function AnyoneArea() {
  return <PublicLayout />;
}

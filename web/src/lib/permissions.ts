import { hasAnyRole, type ProfileRole } from '#contract/base/permissions';
import { useAuth } from './session/session';

/** Whether the signed-in person has one of these roles on the platform; the server decides again at each call. */
export function useHasAnyRole(roles: readonly ProfileRole[]): boolean {
  return hasAnyRole(useAuth().profile, roles);
}

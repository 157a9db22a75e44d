import * as z from 'zod';
import { PROFILE_ROLES, TEAM_ROLES } from './permissions';

export const ProfileRole = z.enum(PROFILE_ROLES);
export type ProfileRole = z.infer<typeof ProfileRole>;

export const TeamRole = z.enum(TEAM_ROLES);
export type TeamRole = z.infer<typeof TeamRole>;

import { KeepBots, PlanPreview, PreviewPlan, Usage } from '../../accounts/usage';
import type { Route } from '../route';

/** Routes about what an account uses of its plan. */
export const USAGE_ROUTES = {
  getUsage: {
    area: 'accounts',
    method: 'GET',
    path: '/api/usage',
    caller: 'user',
    permission: 'bots.view',
    summary: 'What the account uses of its plan this month, and used in the months before',
    status: 200,
    response: Usage,
  },
  previewPlan: {
    area: 'accounts',
    method: 'POST',
    path: '/api/usage/plan-preview',
    caller: 'user',
    permission: 'settings.edit',
    summary: 'What another plan would pause or bring back; changes nothing',
    body: PreviewPlan,
    status: 200,
    response: PlanPreview,
  },
  keepBots: {
    area: 'accounts',
    method: 'POST',
    path: '/api/usage/kept-bots',
    caller: 'user',
    permission: 'settings.edit',
    summary: 'Choose which bots stay on the air where a plan has no room for all',
    body: KeepBots,
    status: 204,
  },
} as const satisfies Record<string, Route>;

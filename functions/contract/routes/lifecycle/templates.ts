import { Bot } from '../../bots/bots';
import {
  CreateFromTemplate,
  RateTemplate,
  Template,
  TemplateList,
  TemplateQuery,
  TemplateRating,
} from '../../lifecycle/templates';
import type { Route } from '../route';

/** Templates and the bots that are made from them. */
export const TEMPLATE_ROUTES = {
  listTemplates: {
    area: 'templates',
    method: 'GET',
    path: '/api/templates',
    caller: 'user',
    permission: 'bots.view',
    summary: 'Templates for bots, with their ratings and how often they were used',
    query: TemplateQuery,
    status: 200,
    response: TemplateList,
  },
  getTemplate: {
    area: 'templates',
    method: 'GET',
    path: '/api/templates/{templateId}',
    caller: 'user',
    permission: 'bots.view',
    summary: 'One template with its fields and its flow',
    query: TemplateQuery,
    status: 200,
    response: Template,
  },
  createFromTemplate: {
    area: 'templates',
    method: 'POST',
    path: '/api/templates/{templateId}/bots',
    caller: 'user',
    permission: 'bots.manage',
    summary: 'Create a bot from a template, live at once or as a draft',
    body: CreateFromTemplate,
    status: 201,
    response: Bot,
  },
  rateTemplate: {
    area: 'templates',
    method: 'POST',
    path: '/api/templates/{templateId}/rating',
    caller: 'user',
    permission: 'bots.view',
    summary: "Rate a template; a person's later rating replaces the earlier one",
    body: RateTemplate,
    status: 200,
    response: TemplateRating,
  },
} as const satisfies Record<string, Route>;

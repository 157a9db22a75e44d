import * as z from 'zod';
import { AddressProblem } from '../base/address-problem';
import { WidgetId } from '../base/ids';
import { WebAddress } from '../base/text';

/** A page on which the script of a bot should stand. */
export const CheckSnippet = z.object({
  url: WebAddress(1_000, 'Please enter a whole address.'),
});
export type CheckSnippet = z.infer<typeof CheckSnippet>;

/** Why a page could not be read. */
export const UnreadablePage = z.enum([
  ...AddressProblem.options,
  'too_many_redirects',
  /** It answered with an error. */
  'status',
  /** What it answered is no page. */
  'no_page',
]);
export type UnreadablePage = z.infer<typeof UnreadablePage>;

/** What a page's source says. A script that a tag manager brings is not in it. */
export const SnippetCheck = z.object({
  /** `no_bot`: our script without a bot's id, which starts nothing. */
  result: z.enum(['found', 'other_bot', 'no_bot', 'not_found', 'not_reachable']),
  /** What was read, after redirects. */
  url: z.string(),
  /** Of `other_bot`: which it is. */
  foundWidgetId: WidgetId.nullable(),
  /** Of `not_reachable`: why. */
  reason: UnreadablePage.nullable(),
  /** The page's status, where it answered. */
  status: z.number().int().nullable(),
  /** Whether the bot's allowed domains let the widget run on this site. */
  isSiteAllowed: z.boolean(),
  /** Whether the page's own policy lets the script load and speak to us. */
  isAllowedByPolicy: z.boolean(),
});
export type SnippetCheck = z.infer<typeof SnippetCheck>;

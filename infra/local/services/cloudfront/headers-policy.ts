import * as z from 'zod';

/** Says nothing about how the edge answers. */
const ignored = z.unknown().optional();

const SetHeader = z.strictObject({ Header: z.string(), Value: z.string(), Override: z.boolean() });
const Items = z.strictObject({ Items: z.array(z.string()) }).transform(({ Items: items }) => items);

/** What a response headers policy of the template takes away and adds. */
export const ResponseHeaders = z
  .strictObject({
    Name: ignored,
    Comment: ignored,
    CustomHeadersConfig: z.strictObject({ Items: z.array(SetHeader) }).optional(),
    RemoveHeadersConfig: z
      .strictObject({ Items: z.array(z.strictObject({ Header: z.string() })) })
      .optional(),
    SecurityHeadersConfig: z
      .strictObject({
        ContentSecurityPolicy: z
          .strictObject({ ContentSecurityPolicy: z.string(), Override: z.boolean() })
          .optional(),
        ContentTypeOptions: z.strictObject({ Override: z.boolean() }).optional(),
        FrameOptions: z.strictObject({ FrameOption: z.string(), Override: z.boolean() }).optional(),
        ReferrerPolicy: z.strictObject({ ReferrerPolicy: z.string(), Override: z.boolean() }).optional(),
        StrictTransportSecurity: ignored,
        XSSProtection: z
          .strictObject({
            Protection: z.boolean(),
            ModeBlock: z.boolean().default(false),
            Override: z.boolean(),
          })
          .optional(),
      })
      .optional(),
    CorsConfig: z
      .strictObject({
        AccessControlAllowCredentials: z.boolean(),
        AccessControlAllowHeaders: Items,
        AccessControlAllowMethods: Items,
        AccessControlAllowOrigins: Items,
        AccessControlExposeHeaders: Items.default([]),
        AccessControlMaxAgeSec: z.number().optional(),
        OriginOverride: z.boolean(),
      })
      .optional(),
  })
  .transform((config) => ({
    set: [...securityHeaders(config.SecurityHeadersConfig), ...(config.CustomHeadersConfig?.Items ?? [])].map(
      (item) => ({ name: item.Header, value: item.Value, override: item.Override }),
    ),
    remove: (config.RemoveHeadersConfig?.Items ?? []).map((item) => item.Header),
    cors: config.CorsConfig && {
      credentials: config.CorsConfig.AccessControlAllowCredentials,
      headers: config.CorsConfig.AccessControlAllowHeaders,
      methods: config.CorsConfig.AccessControlAllowMethods,
      origins: config.CorsConfig.AccessControlAllowOrigins,
      expose: config.CorsConfig.AccessControlExposeHeaders,
      maxAge: config.CorsConfig.AccessControlMaxAgeSec,
      override: config.CorsConfig.OriginOverride,
    },
  }));
export type ResponseHeaders = z.infer<typeof ResponseHeaders>;

interface SecurityHeaders {
  readonly ContentSecurityPolicy?: { ContentSecurityPolicy: string; Override: boolean } | undefined;
  readonly ContentTypeOptions?: { Override: boolean } | undefined;
  readonly FrameOptions?: { FrameOption: string; Override: boolean } | undefined;
  readonly ReferrerPolicy?: { ReferrerPolicy: string; Override: boolean } | undefined;
  readonly XSSProtection?: { Protection: boolean; ModeBlock: boolean; Override: boolean } | undefined;
}

/**
 * Strict-Transport-Security is left out, and so is the CSP's `upgrade-insecure-requests`: over plain HTTP both
 * would send the browser to an https that nobody serves here.
 */
function securityHeaders(config: SecurityHeaders | undefined): readonly z.infer<typeof SetHeader>[] {
  const { ContentSecurityPolicy: csp, XSSProtection: xss } = config ?? {};
  return [
    csp && {
      Header: 'content-security-policy',
      Value: csp.ContentSecurityPolicy.replace(/\s*upgrade-insecure-requests\s*(;|$)/, ''),
      Override: csp.Override,
    },
    config?.ContentTypeOptions && {
      Header: 'x-content-type-options',
      Value: 'nosniff',
      Override: config.ContentTypeOptions.Override,
    },
    config?.FrameOptions && {
      Header: 'x-frame-options',
      Value: config.FrameOptions.FrameOption,
      Override: config.FrameOptions.Override,
    },
    config?.ReferrerPolicy && {
      Header: 'referrer-policy',
      Value: config.ReferrerPolicy.ReferrerPolicy,
      Override: config.ReferrerPolicy.Override,
    },
    xss && {
      Header: 'x-xss-protection',
      Value: xss.Protection ? (xss.ModeBlock ? '1; mode=block' : '1') : '0',
      Override: xss.Override,
    },
  ].filter((header) => header !== undefined);
}

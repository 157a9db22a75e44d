import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';
import { expiringLog } from './expiring-log';

/** What both kinds of API tell of a call. */
const OF_A_CALL = {
  time: '$context.requestTime',
  requestId: '$context.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  integrationMs: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
  error: '$context.error.message',
} as const;

/** Of the HTTP API, and of the WebSocket API. */
const OWN = {
  http: { ms: '$context.responseLatency' },
  socket: { event: '$context.eventType', connectionId: '$context.connectionId' },
} as const;

/**
 * The log of an API's calls: what was called, how it ended, how long it took. CDK's own format has the caller's address,
 * which is a visitor's and stays out of logs.
 */
export function accessLog(scope: Construct, stage: StageParameters, kind: keyof typeof OWN) {
  return {
    destination: new LogGroupLogDestination(expiringLog(scope, 'Log', stage)),
    format: AccessLogFormat.custom(JSON.stringify({ ...OF_A_CALL, ...OWN[kind] })),
  };
}

import * as z from 'zod';
import type { DeployedStage } from './deployed-stage';
import { Operator } from './operator';

/** Outputs of the edge's stack. */
const EdgeOutputs = z.object({
  Region: z.string(),
  RootOrigin: z.string(),
  AppOrigin: z.string(),
  SocketUrl: z.string(),
  UserPoolId: z.string(),
  UserPoolClientId: z.string(),
  WebBucket: z.string(),
  WidgetBucket: z.string(),
  /** As JSON: an output is a text. */
  Operator: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(Operator),
  AnswerModels: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(z.object({ id: z.string(), name: z.string() }))),
});

/** What a stage's static files need to know, out of the outputs of its edge stack. */
export function deployedStage(stage: string, outputs: unknown): DeployedStage {
  const edge = EdgeOutputs.parse(outputs);
  return {
    stage,
    region: edge.Region,
    rootOrigin: edge.RootOrigin,
    appOrigin: edge.AppOrigin,
    socketUrl: edge.SocketUrl,
    userPoolId: edge.UserPoolId,
    userPoolClientId: edge.UserPoolClientId,
    operator: edge.Operator,
    answerModels: edge.AnswerModels,
    webBucket: edge.WebBucket,
    widgetBucket: edge.WidgetBucket,
  };
}

import type { Operator } from './operator';

/** What a stage's outputs say, as far as its static files need it. */
export interface DeployedStage {
  readonly stage: string;
  readonly region: string;
  readonly rootOrigin: string;
  readonly appOrigin: string;
  readonly socketUrl: string;
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  /** Where the user pool answers, when it is not AWS's own address. */
  readonly userPoolEndpoint?: string;
  readonly operator: Operator;
  /** Models that a bot may answer by; the stage's own comes first. */
  readonly answerModels: readonly { readonly id: string; readonly name: string }[];
  readonly webBucket: string;
  readonly widgetBucket: string;
}

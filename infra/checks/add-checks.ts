import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutions } from './aws-solutions';
import { HouseRules } from './house-rules-plugin';

/** From here on a template that a rule refuses is not synthesized: by AWS's own checks, and by ours. */
export function addChecks(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutions(app), new HouseRules());
}

import { readFileSync } from 'node:fs';
import type {
  IPolicyValidationContext,
  IPolicyValidationPlugin,
  PolicyValidationPluginReport,
} from 'aws-cdk-lib';
import { judge } from './house-rules';

/** Lets synthesis fail where a template breaks a rule of the house. */
export class HouseRules implements IPolicyValidationPlugin {
  readonly name = 'HouseRules';

  validate({ templatePaths }: IPolicyValidationContext): PolicyValidationPluginReport {
    const violations = templatePaths.flatMap((templatePath) =>
      judge(JSON.parse(readFileSync(templatePath, 'utf8'))).map(({ rule, logicalId, detail }) => ({
        ruleName: rule,
        description: `${logicalId}: ${detail}`,
        severity: 'error',
        violatingResources: [{ resourceLogicalId: logicalId, templatePath, locations: ['Properties'] }],
      })),
    );
    return { success: violations.length === 0, violations };
  }
}

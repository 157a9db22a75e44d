import { describe, expect, it } from 'vitest';
import type { Assembly, Resource } from '#infra/local/assembly/model';
import { readPermissions } from '#infra/local/runtime/iam';

const ROLE = 'arn:aws:iam::000000000000:role/worker';

function resource(type: string, id: string, properties: object, attributes = {}): Resource {
  return {
    type,
    id,
    stack: 'app',
    logicalId: id,
    region: 'eu-central-1',
    attributes,
    properties: properties as Resource['properties'],
  };
}

function assemblyOf(resources: readonly Resource[]): Assembly {
  return {
    region: 'eu-central-1',
    accountId: '000000000000',
    stacks: [],
    resources,
    ofType: (type) => resources.filter((one) => one.type === type),
    find: () => undefined,
    asset: () => '',
  };
}

function allows(
  statements: readonly object[] | object,
  action: string,
  target: string,
  context?: Record<string, string | string[]>,
): boolean {
  const permissions = readPermissions(
    assemblyOf([
      resource('AWS::IAM::Role', 'worker', {}, { Arn: ROLE }),
      resource('AWS::IAM::Policy', 'policy', {
        Roles: ['worker'],
        PolicyDocument: { Version: '2012-10-17', Statement: statements },
      }),
    ]),
  );
  return permissions.allows(ROLE, { action, resource: target }, context);
}

const READ = { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::uploads/*' };

describe('a role', () => {
  it('may do what a statement allows, on the resources it names', () => {
    expect(allows(READ, 's3:GetObject', 'arn:aws:s3:::uploads/a/b')).toBe(true);
    expect(allows(READ, 's3:GetObject', 'arn:aws:s3:::index/a')).toBe(false);
    expect(allows(READ, 's3:PutObject', 'arn:aws:s3:::uploads/a')).toBe(false);
  });

  it('may do nothing that no statement allows', () => {
    expect(allows([], 's3:GetObject', 'arn:aws:s3:::uploads/a')).toBe(false);
  });

  it('of another name has none of these permissions', () => {
    const permissions = readPermissions(
      assemblyOf([resource('AWS::IAM::Role', 'other', {}, { Arn: 'arn:other' })]),
    );
    expect(permissions.allows(ROLE, { action: 's3:GetObject', resource: '*' })).toBe(false);
  });

  it('is denied what any statement denies, whatever else allows it', () => {
    const deny = { Effect: 'Deny', Action: 's3:*', Resource: 'arn:aws:s3:::uploads/secret/*' };
    expect(allows([READ, deny], 's3:GetObject', 'arn:aws:s3:::uploads/secret/a')).toBe(false);
    expect(allows([READ, deny], 's3:GetObject', 'arn:aws:s3:::uploads/a')).toBe(true);
  });

  it('meets wildcards in actions, whose case does not matter, and in resources, whose case does', () => {
    const statement = {
      Effect: 'Allow',
      Action: ['dynamodb:Get*', 'SQS:Send?essage'],
      Resource: ['arn:x:T*'],
    };
    expect(allows(statement, 'dynamodb:GetItem', 'arn:x:Table')).toBe(true);
    expect(allows(statement, 'sqs:sendMessage', 'arn:x:Table')).toBe(true);
    expect(allows(statement, 'dynamodb:PutItem', 'arn:x:Table')).toBe(false);
    expect(allows(statement, 'dynamodb:GetItem', 'arn:x:table')).toBe(false);
  });

  it('takes the signs of a regular expression as they are', () => {
    const statement = { Effect: 'Allow', Action: 'a:B', Resource: 'arn:x:a.b(c)+' };
    expect(allows(statement, 'a:B', 'arn:x:a.b(c)+')).toBe(true);
    expect(allows(statement, 'a:B', 'arn:x:aXb(c)+')).toBe(false);
  });

  it('meets NotAction and NotResource', () => {
    const statement = { Effect: 'Allow', NotAction: 'iam:*', NotResource: 'arn:x:private*' };
    expect(allows(statement, 's3:GetObject', 'arn:x:open')).toBe(true);
    expect(allows(statement, 'iam:PassRole', 'arn:x:open')).toBe(false);
    expect(allows(statement, 's3:GetObject', 'arn:x:private/a')).toBe(false);
  });

  it('has the policies written into it, and managed ones by reference or by name', () => {
    const document = (action: string) => ({ Statement: { Effect: 'Allow', Action: action, Resource: '*' } });
    const permissions = readPermissions(
      assemblyOf([
        resource(
          'AWS::IAM::Role',
          'worker',
          {
            Policies: [{ PolicyName: 'p', PolicyDocument: document('a:Inline') }],
            ManagedPolicyArns: [
              'arn:managed',
              'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole',
            ],
          },
          { Arn: ROLE },
        ),
        resource('AWS::IAM::ManagedPolicy', 'arn:managed', { PolicyDocument: document('a:Referred') }),
        resource('AWS::IAM::ManagedPolicy', 'arn:other', {
          PolicyDocument: document('a:Named'),
          Roles: ['worker'],
        }),
      ]),
    );
    for (const action of ['a:Inline', 'a:Referred', 'a:Named']) {
      expect(permissions.allows(ROLE, { action, resource: 'arn:x' })).toBe(true);
    }
  });
});

describe('a condition', () => {
  const under = (Condition: object) => ({ ...READ, Resource: '*', Condition });
  const judged = (condition: object, context?: Record<string, string | string[]>) =>
    allows(under(condition), 's3:GetObject', 'arn:x', context);

  it('compares texts', () => {
    const condition = { StringEquals: { 's3:prefix': ['a', 'b'] } };
    expect(judged(condition, { 's3:prefix': 'b' })).toBe(true);
    expect(judged(condition, { 's3:prefix': 'c' })).toBe(false);
    expect(judged({ StringLike: { 's3:prefix': 'home/*' } }, { 'S3:Prefix': 'home/x' })).toBe(true);
    expect(judged({ StringNotEquals: { 's3:prefix': 'a' } }, { 's3:prefix': 'a' })).toBe(false);
  });

  it('on what a call does not carry fails, unless it says if exists', () => {
    expect(judged({ StringEquals: { 's3:prefix': 'a' } })).toBe(false);
    expect(judged({ StringEqualsIfExists: { 's3:prefix': 'a' } })).toBe(true);
    expect(judged({ Null: { 's3:prefix': 'true' } })).toBe(true);
  });

  it('judges every or any of many values', () => {
    const keys = { 'dynamodb:LeadingKeys': ['a', 'z'] };
    expect(judged({ 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['a', 'b'] } }, keys)).toBe(false);
    expect(judged({ 'ForAnyValue:StringEquals': { 'dynamodb:LeadingKeys': ['a', 'b'] } }, keys)).toBe(true);
  });

  it('that can not be judged is an error and no open door', () => {
    expect(() =>
      judged({ IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } }, { 'aws:SourceIp': '1.1.1.1' }),
    ).toThrow(/IpAddress is not supported/);
  });
});

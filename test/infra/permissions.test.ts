import { describe, expect, it } from 'vitest';
import { many, record } from '#infra/checks/policies';
import { invokeModel } from '#infra/constructs/statements';
import { readPermissions } from '#infra/local/runtime/iam';
import { synthesized } from './synthesized';

const synth = await synthesized();

const roleOf = (bundle: string): string => {
  const lambda = synth.assembly
    .ofType('AWS::Lambda::Function')
    .find((candidate) => synth.environment(candidate).POWERTOOLS_SERVICE_NAME === bundle);
  return String(lambda?.properties.Role);
};
/** Everything that a function may do, and on what. */
const granted = (bundle: string): readonly (readonly [action: string, resource: string])[] => {
  const role = synth.assembly.find('AWS::IAM::Role', roleOf(bundle));
  return synth.assembly
    .ofType('AWS::IAM::Policy')
    .filter(({ properties: { Roles } }) => many(Roles).includes(role?.id))
    .flatMap(({ properties }) => many(record(properties.PolicyDocument).Statement))
    .flatMap((statement) => {
      const { Action, Resource } = record(statement);
      return many(Action).flatMap((action) =>
        many(Resource).map((resource) => [String(action), String(resource)] as const),
      );
    });
};
const actions = (bundle: string, service: string) =>
  [...new Set(granted(bundle).map(([action]) => action))]
    .filter((action) => action.startsWith(`${service}:`))
    .sort();
const may = (bundle: string, action: string, resource: string, context = {}) =>
  readPermissions(synth.assembly).allows(roleOf(bundle), { action, resource }, context);
const bucket = (name: string) =>
  synth.assembly.ofType('AWS::S3::Bucket').find(({ logicalId }) => logicalId.startsWith(name))?.attributes
    .Arn ?? '';

describe('the function that parses what strangers upload', () => {
  it('may read uploads, write the index, update the table, ask for embeddings and for the text of pictures, and nothing else', () => {
    const services = new Set(granted('queue-ingest').map(([action]) => action.split(':')[0]));
    expect([...services].sort()).toEqual(['bedrock', 'dynamodb', 'logs', 's3', 'sqs', 'textract']);
    expect(actions('queue-ingest', 'textract')).toEqual(['textract:DetectDocumentText']);
    expect(actions('queue-ingest', 'bedrock')).toEqual(['bedrock:InvokeModel']);
    expect(may('queue-ingest', 's3:GetObjectVersion', `${bucket('Uploads')}/uploads/a/b/d`)).toBe(true);
    expect(may('queue-ingest', 's3:PutObject', `${bucket('Index')}/index/a/b/s`)).toBe(true);
    expect(may('queue-ingest', 's3:DeleteObject', `${bucket('Index')}/index/a/b/s`)).toBe(true);
    expect(may('queue-ingest', 's3:PutObject', `${bucket('Uploads')}/uploads/a/b/d`)).toBe(false);
    expect(may('queue-ingest', 's3:GetObject', `${bucket('Index')}/index/a/b/s`)).toBe(false);
    expect(may('queue-ingest', 's3:GetObject', `${bucket('Exports')}/exports/a`)).toBe(false);
    // What it has read of a long document it may read again, and nothing else in that bucket.
    expect(may('queue-ingest', 's3:GetObject', `${bucket('Index')}/parts/a/b/d/1-300`)).toBe(true);
    expect(may('queue-ingest', 's3:GetObject', `${bucket('Index')}/pictures/a/b/d`)).toBe(true);
  });
});

describe('the function that erases bots', () => {
  it('may delete what belongs to one, by its folder, and reads nothing that strangers read', () => {
    for (const [name, folder] of [
      ['Uploads', 'uploads'],
      ['Index', 'index'],
      ['Widget', 'w'],
    ] as const) {
      expect(may('queue-bot-jobs', 's3:DeleteObjectVersion', `${bucket(name)}/${folder}/a/b`)).toBe(true);
      expect(may('queue-bot-jobs', 's3:DeleteObjectVersion', `${bucket(name)}/other/a`)).toBe(false);
      for (const [prefix, listed] of [
        [`${folder}/a/`, true],
        ['', false],
      ] as const)
        expect(may('queue-bot-jobs', 's3:ListBucketVersions', bucket(name), { 's3:prefix': prefix })).toBe(
          listed,
        );
    }
    expect(may('queue-bot-jobs', 's3:GetObject', `${bucket('Index')}/index/a/b/s`)).toBe(false);
    expect(may('queue-bot-jobs', 's3:PutObject', `${bucket('Widget')}/w/a.json`)).toBe(true);
    expect(may('queue-bot-jobs', 's3:PutObject', `${bucket('Widget')}/other.json`)).toBe(false);
  });
});

describe("what reaches strangers' hosts", () => {
  it('holds no object, no secret of ours but the one of the edge, and sends nothing but its own work', () => {
    for (const bundle of ['http-integrations', 'http-sites', 'queue-webhooks']) {
      for (const service of ['s3', 'ses', 'bedrock', 'lambda', 'execute-api'])
        expect(actions(bundle, service), `${bundle} ${service}`).toEqual([]);
      expect(actions(bundle, 'sqs')).toEqual(
        bundle === 'http-integrations' ? [] : expect.arrayContaining(['sqs:SendMessage']),
      );
    }
    expect(actions('queue-webhooks', 'secretsmanager')).toEqual([]);
  });

  it('hands in what it reads of websites as uploads, and reads no object', () => {
    expect(actions('queue-sites', 's3')).toEqual(['s3:PutObject']);
    for (const service of ['ses', 'bedrock', 'lambda', 'execute-api', 'secretsmanager'])
      expect(actions('queue-sites', service), service).toEqual([]);
    const uploads = synth.assembly
      .ofType('AWS::S3::Bucket')
      .find(({ logicalId }) => logicalId.startsWith('Uploads'))?.attributes.Arn;
    expect(may('queue-sites', 's3:PutObject', `${uploads}/uploads/a/b/c`)).toBe(true);
    expect(may('queue-sites', 's3:PutObject', `${uploads}/attachments/a`)).toBe(false);
  });

  it('reaches none of a private network unless the stage says so', () => {
    const lambdas = synth.assembly
      .ofType('AWS::Lambda::Function')
      .map((lambda) => synth.environment(lambda))
      .filter((variables) => 'ALLOWED_PRIVATE_HOSTS' in variables);
    expect(lambdas.map(({ POWERTOOLS_SERVICE_NAME }) => POWERTOOLS_SERVICE_NAME).sort()).toEqual([
      'http-integrations',
      'http-sites',
      'queue-sites',
      'queue-webhooks',
    ]);
    for (const { ALLOWED_PRIVATE_HOSTS } of lambdas) expect(ALLOWED_PRIVATE_HOSTS).toBe('');
  });
});

describe('the vectors of large bots', () => {
  const index = () =>
    `${synth.assembly.ofType('AWS::S3Vectors::VectorBucket')[0]?.attributes.VectorBucketArn}/index/i`;
  const allowed = (action: string) =>
    synth.assembly
      .ofType('AWS::Lambda::Function')
      .map((lambda) => synth.environment(lambda).POWERTOOLS_SERVICE_NAME ?? '')
      .filter((bundle) => may(bundle, `s3vectors:${action}`, index()))
      .sort();

  it('are searched by what finds passages, and kept by what keeps the index of bots alone', () => {
    const finding = [
      'http-messages',
      'http-questions',
      'http-retrieval',
      'queue-failed-answers',
      'socket-answer',
    ];
    for (const action of ['QueryVectors', 'GetVectors']) expect(allowed(action), action).toEqual(finding);
    for (const action of ['CreateIndex', 'DeleteIndex', 'PutVectors', 'DeleteVectors', 'ListVectors'])
      expect(allowed(action), action).toEqual(['queue-index-jobs']);
  });

  it('lie in buckets that no function makes, deletes or opens to others', () => {
    for (const action of ['CreateVectorBucket', 'DeleteVectorBucket', 'PutVectorBucketPolicy'])
      expect(allowed(action), action).toEqual([]);
  });
});

describe('documents that are read', () => {
  it('are told by what takes uploads in, goes on with them, or makes an index anew, and not by who meets an old one', () => {
    const work =
      synth.assembly.ofType('AWS::SQS::Queue').find(({ logicalId }) => logicalId.startsWith('WorkQueue'))
        ?.attributes.Arn ?? '';
    const telling = synth.assembly
      .ofType('AWS::Lambda::Function')
      .map((lambda) => synth.environment(lambda).POWERTOOLS_SERVICE_NAME ?? '')
      .filter((bundle) => may(bundle, 'sqs:SendMessage', work));
    expect(telling).toContain('queue-index-jobs');
    for (const finding of ['http-retrieval', 'queue-failed-answers', 'socket-answer', 'stream-dispatch'])
      expect(telling).not.toContain(finding);
  });
});

describe('every function', () => {
  it('has a role of its own', () => {
    const roles = synth.assembly.ofType('AWS::Lambda::Function').map(({ properties: { Role } }) => Role);
    expect(new Set(roles).size).toBe(roles.length);
  });

  it('reads the table by its keys and never scans it', () => {
    const all = synth.assembly
      .ofType('AWS::Lambda::Function')
      .flatMap((lambda) => granted(synth.environment(lambda).POWERTOOLS_SERVICE_NAME ?? ''));
    expect(all.map(([action]) => action)).not.toContain('dynamodb:Scan');
    expect(all.some(([action]) => action === 'dynamodb:Query')).toBe(true);
  });

  it('passes no role on but the one of scheduled reports, which sends into their queue, and to the scheduler alone', () => {
    const [role] = synth.assembly
      .ofType('AWS::IAM::Role')
      .filter(({ logicalId }) => logicalId.startsWith('ReportScheduleRole'));
    const passes = synth.assembly
      .ofType('AWS::IAM::Policy')
      .flatMap(({ properties }) => (properties.PolicyDocument as { Statement: object[] }).Statement)
      .filter((statement) => JSON.stringify(statement).includes('iam:'));
    expect(passes).toHaveLength(2);
    for (const statement of passes)
      expect(statement).toEqual({
        Effect: 'Allow',
        Action: 'iam:PassRole',
        Resource: role?.attributes.Arn,
        Condition: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
      });
    for (const bundle of ['http-reports', 'queue-exports'])
      expect(actions(bundle, 'scheduler')).toEqual([
        'scheduler:CreateSchedule',
        'scheduler:DeleteSchedule',
        'scheduler:UpdateSchedule',
      ]);
  });
});

describe('secrets', () => {
  it('are read by who needs them: the one of the edge by what is called, which has its name, the one that signs by the widget and the trials', () => {
    const secretOf = (name: string) =>
      synth.assembly.ofType('AWS::SecretsManager::Secret').find(({ logicalId }) => logicalId.startsWith(name))
        ?.id ?? '';
    const environments = synth.assembly
      .ofType('AWS::Lambda::Function')
      .map((lambda) => synth.environment(lambda));
    const bundles = (fits: (bundle: string, environment: Readonly<Record<string, string>>) => boolean) =>
      environments
        .filter((environment) => fits(environment.POWERTOOLS_SERVICE_NAME ?? '', environment))
        .map(({ POWERTOOLS_SERVICE_NAME }) => POWERTOOLS_SERVICE_NAME ?? '')
        .sort();
    const readers = (name: string) =>
      bundles((bundle) => may(bundle, 'secretsmanager:GetSecretValue', secretOf(name)));
    expect(readers('Signing')).toEqual(['http-bots', 'http-messages', 'http-visitors', 'http-widget']);
    expect(bundles((_, { ORIGIN_SECRET_ARN }) => ORIGIN_SECRET_ARN === secretOf('Origin'))).toEqual(
      readers('Origin'),
    );
    expect(readers('Origin')).toEqual([
      'auth-pre-sign-up',
      'http-accounts',
      'http-admin',
      'http-analytics',
      'http-beacon',
      'http-billing',
      'http-bots',
      'http-conversations',
      'http-dashboard',
      'http-developer',
      'http-documents',
      'http-integrations',
      'http-messages',
      'http-platform',
      'http-questions',
      'http-reports',
      'http-retrieval',
      'http-security',
      'http-sites',
      'http-system',
      'http-team',
      'http-templates',
      'http-visitors',
      'http-widget',
      // It hashes the addresses of who is asked whether they want a report.
      'queue-account-jobs',
      'queue-exports',
      'queue-inbox-jobs',
      'socket-connect',
    ]);
  });
});

describe('models', () => {
  it('are called by exact ARNs: the profile, and its model in each region that it forwards to', () => {
    const streamed = granted('socket-answer')
      .filter(([action]) => action === 'bedrock:InvokeModelWithResponseStream')
      .map(([, resource]) => resource);
    expect(streamed).toContain(
      'arn:aws:bedrock:eu-central-1:111122223333:inference-profile/eu.amazon.nova-lite-v1:0',
    );
    expect(streamed).toContain('arn:aws:bedrock:eu-west-3::foundation-model/amazon.nova-lite-v1:0');
    for (const arn of streamed) expect(arn).not.toContain('*');
  });

  it.each([
    ['jp.anthropic.claude-sonnet-4-5-v1:0', 'ap-northeast-1', 'aws', ['ap-northeast-1', 'ap-northeast-3']],
    ['au.anthropic.claude-sonnet-4-5-v1:0', 'ap-southeast-2', 'aws', ['ap-southeast-2', 'ap-southeast-4']],
    ['ca.amazon.nova-lite-v1:0', 'ca-central-1', 'aws', ['ca-central-1', 'ca-west-1']],
    ['us-gov.amazon.nova-lite-v1:0', 'us-gov-west-1', 'aws-us-gov', ['us-gov-east-1', 'us-gov-west-1']],
  ])('of %s are those of its regions', (model, region, partition, regions) => {
    const id = model.slice(model.indexOf('.') + 1);
    expect(invokeModel({ region, account: '111122223333' }, model).resources.toSorted()).toEqual(
      [
        `arn:${partition}:bedrock:${region}:111122223333:inference-profile/${model}`,
        ...regions.map((where) => `arn:${partition}:bedrock:${where}::foundation-model/${id}`),
      ].toSorted(),
    );
  });

  it('that write answers are not called by what only quotes', () => {
    expect(actions('queue-failed-answers', 'bedrock')).toEqual(['bedrock:InvokeModel']);
    expect(actions('http-bots', 'bedrock')).toEqual([]);
  });

  it('are called under the guardrail where the stage has one', () => {
    expect(
      may(
        'socket-answer',
        'bedrock:ApplyGuardrail',
        'arn:aws:bedrock:eu-central-1:111122223333:guardrail/abcdef',
      ),
    ).toBe(true);
  });
});

describe('deletions', () => {
  it('of originals are for what follows the table, erases bots, or ends uploads that nobody waits for', () => {
    const deleting = synth.assembly
      .ofType('AWS::Lambda::Function')
      .map((lambda) => synth.environment(lambda).POWERTOOLS_SERVICE_NAME ?? '')
      .filter((bundle) => may(bundle, 's3:DeleteObjectVersion', `${bucket('Uploads')}/uploads/a/b/d`));
    expect(deleting.sort()).toEqual([
      'queue-account-jobs',
      'queue-bot-jobs',
      // What no item names, once a day.
      'queue-reconcile',
      'queue-upload-deadlines',
      'stream-dispatch',
    ]);
  });

  it('find all versions of an original, and list nothing else', () => {
    for (const bundle of ['queue-upload-deadlines', 'stream-dispatch']) {
      const mayList = (context: object) => may(bundle, 's3:ListBucketVersions', bucket('Uploads'), context);
      expect(mayList({ 's3:prefix': 'uploads/a/b/d' }), bundle).toBe(true);
      expect(mayList({ 's3:prefix': '' }), bundle).toBe(false);
      expect(mayList({}), bundle).toBe(false);
      expect(may(bundle, 's3:ListBucketVersions', bucket('Index'), { 's3:prefix': 'uploads/' }), bundle).toBe(
        false,
      );
    }
    expect(actions('queue-ingest', 's3')).not.toContain('s3:ListBucketVersions');
  });
});

describe("visitors' files", () => {
  const file = () => `${bucket('Uploads')}/attachments/a/b/c/f`;
  const allowed = (action: string) =>
    synth.assembly
      .ofType('AWS::Lambda::Function')
      .map((lambda) => synth.environment(lambda).POWERTOOLS_SERVICE_NAME ?? '')
      .filter((bundle) => may(bundle, action, file()))
      .sort();

  it('are posted by forms of one function, read where messages and links are, erased by what follows the table', () => {
    expect(allowed('s3:PutObject')).toEqual(['http-visitors']);
    expect(allowed('s3:GetObject')).toEqual([
      'http-conversations',
      'http-messages',
      'http-visitors',
      // An export has all files of an account.
      'queue-account-jobs',
      'socket-message',
    ]);
    expect(allowed('s3:DeleteObjectVersion')).toEqual([
      'queue-account-jobs',
      'queue-bot-jobs',
      'queue-reconcile',
      'stream-dispatch',
    ]);
  });

  it('lie apart from the documents of bots, which visitors reach in no way', () => {
    for (const action of ['s3:GetObject', 's3:PutObject'])
      expect(may('http-visitors', action, `${bucket('Uploads')}/uploads/a/b/d`)).toBe(false);
  });
});

describe('mails', () => {
  const identity = 'arn:aws:ses:eu-central-1:111122223333:identity/mail.parley.example';
  const from = (address: string) => ({ 'ses:FromAddress': address });

  it("are sent by the functions of the public forms, of changed sign-ins, of visitors' transcripts, of answers to messages, of alerts and of reports alone, from the stage's own address", () => {
    const sending = synth.assembly
      .ofType('AWS::Lambda::Function')
      .map((lambda) => synth.environment(lambda).POWERTOOLS_SERVICE_NAME ?? '')
      .filter((bundle) => may(bundle, 'ses:SendEmail', identity, from('hello@mail.parley.example')));
    expect(sending.sort()).toEqual([
      'http-admin',
      'http-platform',
      'http-reports',
      'http-security',
      'http-team',
      'http-visitors',
      'queue-account-jobs',
      'queue-exports',
      'queue-inbox-jobs',
    ]);
    expect(may('http-platform', 'ses:SendEmail', identity, from('root@mail.parley.example'))).toBe(false);
    expect(actions('http-platform', 'ses')).toEqual(['ses:SendEmail']);
  });

  it('go to the operator of the stage', () => {
    const lambda = synth.assembly
      .ofType('AWS::Lambda::Function')
      .find((candidate) => synth.environment(candidate).POWERTOOLS_SERVICE_NAME === 'http-platform');
    expect(synth.environment(lambda)).toMatchObject({
      MAIL_FROM: 'hello@mail.parley.example',
      OPERATOR_EMAIL: 'contact@parley.example',
    });
  });
});

describe('sockets', () => {
  it('are told and closed by who signs out, and opened by nobody else', () => {
    expect(actions('http-accounts', 'execute-api')).toEqual(['execute-api:ManageConnections']);
    expect(actions('http-security', 'execute-api')).toEqual(['execute-api:ManageConnections']);
    expect(actions('http-platform', 'execute-api')).toEqual([]);
  });
});

describe('the function of second factors and sessions', () => {
  it('may ask whether a password is right, turn an app on or off and end a session, and nothing else of the pool', () => {
    expect(actions('http-security', 'cognito-idp')).toEqual([
      'cognito-idp:AdminDeleteSoftwareToken',
      'cognito-idp:AdminGetUser',
      'cognito-idp:AdminInitiateAuth',
      'cognito-idp:AdminRespondToAuthChallenge',
      'cognito-idp:AdminRevokeUserSession',
      'cognito-idp:AdminSetUserMFAPreference',
    ]);
    for (const [action, resource] of granted('http-security'))
      if (action.startsWith('cognito-idp:')) expect(resource).toMatch(/userpool\/[^*]+$/);
  });
});

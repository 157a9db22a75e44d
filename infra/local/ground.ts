import { localise } from './assembly/localise';
import type { Assembly } from './assembly/model';
import { assertWired } from './assembly/wiring';
import { MovableClock } from './runtime/clock';
import { openCredentials } from './runtime/credentials';
import { readPermissions } from './runtime/iam';
import { shortName } from './runtime/lambda/functions';
import type { Meter } from './runtime/meter';
import type { StateFolder } from './runtime/state';
import type { LocalContext } from './service';
import { createSecrets } from './services/secrets/service';

export type Ground = Awaited<ReturnType<typeof prepareGround>>;

export const PLACE = { region: 'eu-central-1', accountId: '000000000000' };

/** What every service stands on: the assembly as it is here, who may do what in it, secrets, the time. */
export async function prepareGround(
  template: Assembly,
  state: StateFolder,
  port: number,
  told: Meter | undefined,
  log: (line: string) => void,
) {
  const aws = `http://127.0.0.1:${port}`;
  const roles = template.ofType('AWS::IAM::Role').map((role) => role.attributes.Arn ?? '');
  const credentials = openCredentials(state.folder('keys'), PLACE.accountId, roles);
  const time = new MovableClock();
  const now = () => time.now();
  const context = (service: string): LocalContext => ({
    directory: state.folder(service),
    ...PLACE,
    endpoint: aws,
    now,
    secretFor: credentials.secretFor,
    log: (line) => log(`${service}  ${line}`),
  });

  const secrets = createSecrets(context('secrets'), {
    secrets: template.ofType('AWS::SecretsManager::Secret'),
  });
  await secrets.start();
  const assembly = localise(template, { port, secret: secrets.resolve });
  assertWired(assembly);
  const permissions = readPermissions(assembly);
  const meter = told && namingFunctions(assembly, told);
  return { state, port, aws, assembly, credentials, permissions, secrets, context, time, now, meter, log };
}

/** A meter that is told of functions by their short names, whom services know by their roles. */
function namingFunctions(assembly: Assembly, meter: Meter): Meter {
  const names = new Map<string, string>();
  for (const resource of assembly.ofType('AWS::Lambda::Function')) {
    names.set(resource.id, shortName(resource));
    names.set(String(resource.properties.Role), shortName(resource));
  }
  return (usage) => meter({ ...usage, by: names.get(usage.by) ?? 'operator' });
}

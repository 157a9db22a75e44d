import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bot } from '#contract/bots/bots';
import type { SentMessage, SessionGrant } from '#contract/conversations/widget';
import type { Document, UploadGrant } from '#contract/knowledge/documents';
import { send, stageApi } from './operator/api';
import { runCommand, understood } from './operator/command';
import { enterStage } from './operator/stage';

/*
 * `npm run smoke -- -c stage=NAME`: goes the main way once, as a customer and a visitor go it, and deletes what it made.
 * It signs up by itself, so it takes credentials that may confirm a user of the stage's pool (AdminConfirmSignUp).
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = `usage: npm run smoke                  the main way, once, on the local stage, which has to run
       -c stage=NAME                  on a deployed stage
       --state .local                 where the local one keeps its state`;

const PATIENCE_MS = 120_000;
const FACT = String(Math.floor(10_000 + Math.random() * 80_000));
const QUESTION = 'What is the number of the lost property office?';
const TEXT = `# Lost property\n\nThe number of the lost property office is ${FACT}. It is open on weekdays.\n`;

async function main(): Promise<void> {
  const { values } = understood(parse);
  const { context = [], state } = values;
  const { origin } = await enterStage(ROOT, { context, state: path.resolve(state) });
  const { token, password } = await step('a person signs up and in', () => signUp(origin));
  const owner = stageApi(origin, token);
  try {
    const bot = await step('makes a bot', () =>
      owner<Bot>('createBot', { body: { name: 'Smoke test', language: 'en', deploy: true } }),
    );
    await step('uploads a document, which is read', () => upload(owner, bot.id));
    const { kind, text, citations } = await step('a visitor asks, and is answered', () =>
      ask(origin, bot.widgetId),
    );
    if (!text.includes(FACT) || citations === 0)
      throw new Error(`The answer (${kind}, ${citations} sources) is not what the document says: ${text}`);
  } finally {
    await step('the account is deleted', async () => {
      await owner('proveIdentity', { body: { password } });
      const { accounts } = await owner<{ accounts: readonly { name: string }[] }>('getMe');
      await owner('requestAccountDeletion', { body: { name: accounts[0]?.name } });
    });
  }
}

type Api = ReturnType<typeof stageApi>;

/** Does one step of the way, and says how long it took, or that it is where the way ends. */
async function step<T>(name: string, take: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    const result = await take();
    console.log(`${String(Math.round(performance.now() - begun)).padStart(7)} ms  ${name}`);
    return result;
  } catch (error) {
    console.error(`   failed  ${name}`);
    throw error;
  }
}

async function signUp(origin: string): Promise<{ readonly token: string; readonly password: string }> {
  const config = JSON.parse((await send(new URL('/config.json', origin))).said);
  const { userPoolId: UserPoolId, userPoolClientId: ClientId } = config;
  // Only now: its client takes what the environment says.
  const cognito = await import('@aws-sdk/client-cognito-identity-provider');
  const client = new cognito.CognitoIdentityProviderClient({});
  const Username = randomUUID();
  const password = `Smoke-${randomUUID()}`;
  await client.send(
    new cognito.SignUpCommand({
      ClientId,
      Username,
      Password: password,
      UserAttributes: [
        // SES takes mail to it and tells nobody.
        { Name: 'email', Value: `success+${Username}@simulator.amazonses.com` },
        { Name: 'name', Value: 'Smoke test' },
        { Name: 'locale', Value: 'en' },
      ],
    }),
  );
  await client.send(new cognito.AdminConfirmSignUpCommand({ UserPoolId, Username }));
  const { AuthenticationResult } = await client.send(
    new cognito.AdminInitiateAuthCommand({
      UserPoolId,
      ClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: Username, PASSWORD: password },
    }),
  );
  const token = AuthenticationResult?.AccessToken ?? '';
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  await stageApi(origin, token)('createProfile', {
    body: { userId: sub, fullName: 'Smoke test', language: 'en' },
  });
  return { token, password };
}

async function upload(owner: Api, botId: string): Promise<void> {
  const { document, upload } = await owner<UploadGrant>('registerDocument', {
    path: { botId },
    body: { fileName: 'lost-property.md', size: Buffer.byteLength(TEXT) },
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.set(name, value);
  form.set('file', new Blob([TEXT]), 'lost-property.md');
  const posted = await fetch(upload.url, { method: 'POST', body: form });
  if (!posted.ok) throw new Error(`S3 answered ${posted.status}: ${await posted.text()}`);
  const ofDocument = { path: { botId, documentId: document.id } };
  await owner('completeUpload', ofDocument);
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(1_000)) {
    const { status, failureReason } = await owner<Document>('getDocument', ofDocument);
    if (status === 'success') return;
    if (status === 'failed') throw new Error(`The document could not be read: ${failureReason}`);
  }
  throw new Error(`The document was not read within ${PATIENCE_MS / 1_000} s.`);
}

/** Where a model fails the bot quotes: the way is open then, too, and the kind says so. */
async function ask(origin: string, widgetId: string) {
  const path = { widgetId };
  const { token } = await stageApi(origin)<SessionGrant>('openSession', { path, body: {} });
  const { answer } = await stageApi(origin, token)<SentMessage>('sendMessage', {
    path,
    body: { id: randomUUID(), text: QUESTION },
  });
  return {
    kind: answer?.kind ?? 'none',
    text: answer?.text ?? '',
    citations: answer?.citations?.length ?? 0,
  };
}

function parse() {
  return parseArgs({
    options: {
      context: { type: 'string', short: 'c', multiple: true },
      state: { type: 'string', default: path.join(ROOT, '.local') },
    },
  });
}

runCommand(main, USAGE);

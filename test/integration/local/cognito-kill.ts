/** Signs people up without end and names each that was answered; killed by the test that runs it. */
import { createCognito } from '#infra/local/services/cognito/service';
import { temporaryContext } from '#test/helpers/serve-service';
import { CLIENT_ID, poolResources } from './cognito-pool';

const context = await temporaryContext(process.argv[2]);
const service = createCognito(context, {
  ...poolResources({}),
  invoker: { invoke: async (_, payload) => ({ ok: true, requestId: 'r', payload }) },
  mail: { send: async () => 'id' },
});
await service.start();
for (let count = 0; ; count++) {
  const Username = `user-${count}`;
  const answer = await service.handle({
    method: 'POST',
    url: new URL('http://127.0.0.1/'),
    rawPath: '/',
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp' },
    body: Buffer.from(
      JSON.stringify({
        ClientId: CLIENT_ID,
        Username,
        Password: 'Correct-horse-9',
        UserAttributes: [{ Name: 'email', Value: `${Username}@example.net` }],
      }),
    ),
    principal: { kind: 'anonymous', arn: '' },
  });
  if (answer.status !== 200) throw new Error(String(answer.body));
  process.stdout.write(`${Username}\n`);
  // Lets the output leave before the next.
  await new Promise((next) => setImmediate(next));
}

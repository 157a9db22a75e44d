import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

const client = /* @__PURE__ */ new LambdaClient({});

/** Starts a function and doesn't wait for it: Lambda has taken the event over when this resolves. */
export async function invokeLater(functionName: string, event: unknown): Promise<void> {
  await client.send(
    new InvokeCommand({
      FunctionName: functionName,
      InvocationType: 'Event',
      Payload: Buffer.from(JSON.stringify(event)),
    }),
  );
}

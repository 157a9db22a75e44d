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

/** Runs a function on an event, which is JSON, and gives what it returned. Throws what it threw. */
export async function invoke(functionName: string, event: string): Promise<unknown> {
  const { FunctionError, Payload } = await client.send(
    new InvokeCommand({ FunctionName: functionName, Payload: Buffer.from(event) }),
  );
  const answer: unknown = JSON.parse(Payload?.transformToString() || 'null');
  if (FunctionError) throw new Error(`${functionName} failed: ${JSON.stringify(answer).slice(0, 1_000)}`);
  return answer;
}
export type Invoke = typeof invoke;

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What calls meet. `break` ends a streamed answer without its finish. */
export type OpenAiFault =
  | { readonly status: number; readonly message: string }
  | 'break'
  | { readonly streamError: string };

export interface OpenAiServer {
  /** With the API's version, as an operator would write it. */
  readonly baseUrl: string;
  /** Bodies of the calls so far, by path. */
  readonly calls: { readonly path: string; readonly body: Record<string, unknown> }[];
  /** What the model says, and why it stops. */
  answer: { text: string; finish: string };
  fault: OpenAiFault | undefined;
  /** Length of its vectors. */
  dimensions: number;
  /** Calls whose reader went away before their end. */
  abandoned: number;
  close(): Promise<void>;
}

/** A server that speaks as Ollama does on /v1: chat completions, whole and streamed, embeddings, and its models. */
export async function serveOpenAi(models: readonly string[]): Promise<OpenAiServer> {
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const state: OpenAiServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls: [],
    answer: { text: 'Three days [1].', finish: 'stop' },
    fault: undefined,
    dimensions: 768,
    abandoned: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = (await readJson(request)) as Record<string, unknown>;
    state.calls.push({ path, body });
    const { fault } = state;
    if (typeof fault === 'object' && 'status' in fault)
      return send(response, fault.status, {
        error: { message: fault.message, type: 'api_error', param: null, code: null },
      });
    if (path === '/v1/models')
      return send(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
    if (!models.some((id) => id === body.model || id === `${String(body.model)}:latest`))
      return send(response, 404, { error: { message: `model "${String(body.model)}" not found` } });
    if (path === '/v1/embeddings') return send(response, 200, embedded(body.input as string[]));
    if (path !== '/v1/chat/completions') return send(response, 404, '404 page not found');
    if (body.stream) return stream(response);
    const { text, finish } = state.answer;
    return send(response, 200, {
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: finish }],
      usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    });
  }

  async function stream(response: ServerResponse): Promise<void> {
    const { fault, answer } = state;
    response.on('close', () => {
      if (!response.writableFinished) state.abandoned += 1;
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const say = (chunk: object) =>
      response.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', ...chunk })}\n\n`);
    for (const content of answer.text.match(/\s*\S+/g) ?? []) {
      say({ choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] });
      await sleep(1);
    }
    if (fault === 'break') return void response.end();
    if (typeof fault === 'object' && 'streamError' in fault)
      return void response.end(`data: ${JSON.stringify({ error: { message: fault.streamError } })}\n\n`);
    say({ choices: [{ index: 0, delta: { content: '' }, finish_reason: answer.finish }] });
    say({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } });
    response.end('data: [DONE]\n\n');
  }

  /** Each text points into the direction of its length, so that tests know which is which. */
  function embedded(input: readonly string[]) {
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: Array.from({ length: state.dimensions }, (_, at) =>
        at === text.length % state.dimensions ? 2 : 0,
      ),
    }));
    return { object: 'list', data: data.reverse(), usage: { prompt_tokens: 4, total_tokens: 4 } };
  }

  return state;
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  return text === '' ? {} : JSON.parse(text);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

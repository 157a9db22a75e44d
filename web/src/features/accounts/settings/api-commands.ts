import type { ApiKeyScope } from '#contract/accounts/api-keys';

/** One command for a shell, which works as it is pasted. */
export interface ApiCommand {
  readonly name: 'read' | 'ask' | 'write' | 'send';
  readonly text: string;
}

export interface CommandPlace {
  /** Of the API. */
  readonly origin: string;
  /** The key, or the shell's variable that holds it. */
  readonly key: string;
  /** Null of an account without bots. */
  readonly botId: string | null;
}

/** A key of these scopes in use, with a bot of the account where the calls need one. */
export function commandsFor(scopes: readonly ApiKeyScope[], place: CommandPlace): readonly ApiCommand[] {
  return scopes.flatMap((scope) => COMMANDS[scope](place));
}

const COMMANDS: Readonly<Record<ApiKeyScope, (place: CommandPlace) => readonly ApiCommand[]>> = {
  read: (place) => [{ name: 'read', text: curl(place, '/api/bots') }],
  ask: (place) => {
    if (place.botId === null) return [];
    const body = `-d '${JSON.stringify({ question: 'What are your opening hours?' })}'`;
    return [{ name: 'ask', text: curl(place, `/api/bots/${place.botId}/retrieval-tests`, body) }];
  },
  write: (place) => {
    if (place.botId === null) return [];
    const size = '$(wc -c < prices.txt)';
    const announcing = curl(
      place,
      `/api/bots/${place.botId}/documents`,
      `-d '{"fileName":"prices.txt","size":'"${size}"'}'`,
      '-o upload.json',
    );
    return [
      { name: 'write', text: `echo 'A cup of tea costs 3 euros.' > prices.txt\n${announcing}` },
      { name: 'send', text: SENDING },
    ];
  },
};

/** The fields come first: S3 reads none after the file. */
const SENDING = [
  `jq -r '.upload.fields | to_entries[] | "form-string = " + ("\\(.key)=\\(.value)" | tojson)' upload.json |`,
  `  curl "$(jq -r .upload.url upload.json)" -K - -F file=@prices.txt`,
].join('\n');

function curl(
  { origin, key }: CommandPlace,
  path: string,
  body?: string,
  ...more: readonly string[]
): string {
  return [
    `curl ${origin}${path}`,
    // In double quotes a shell puts the variable in; a key has no character that means anything to one.
    `-H "Authorization: Bearer ${key}"`,
    ...(body ? ['-H "Content-Type: application/json"', body] : []),
    ...more,
  ].join(' \\\n  ');
}

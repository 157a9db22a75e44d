/** Who runs the stage, for the imprint and its like. */
export interface Operator {
  readonly company: string;
  readonly street: string;
  /** With its postal code. */
  readonly city: string;
  readonly country: string;
  readonly email: string;
  readonly phone?: string;
  readonly register?: string;
  readonly vatId?: string;
  /** The company's own, where it has another than this site. */
  readonly website?: string;
  readonly representative: string;
}

/** What the dashboard must know of the stage it runs on; the deployment publishes it as /config.json. */
export interface AppConfig {
  readonly stage: string;
  readonly region: string;
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  /** Set where Cognito is not AWS's own. */
  readonly userPoolEndpoint?: string;
  readonly rootOrigin: string;
  readonly appOrigin: string;
  readonly socketUrl: string;
  readonly operator: Operator;
  /** Models that a bot may answer by; the stage's own comes first. */
  readonly answerModels: readonly AnswerModel[];
}

export interface AnswerModel {
  readonly id: string;
  readonly name: string;
}

const REQUIRED = [
  'stage',
  'region',
  'userPoolId',
  'userPoolClientId',
  'rootOrigin',
  'appOrigin',
  'socketUrl',
] as const;

let current: AppConfig | undefined;

export async function loadConfig(): Promise<AppConfig> {
  const response = await fetch('/config.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  current = parseConfig(await response.json());
  return current;
}

/** The loaded configuration. The application is rendered after it has been loaded. */
export function config(): AppConfig {
  if (!current) throw new Error('The configuration was read before it was loaded');
  return current;
}

/** By hand, not by zod: this stands before every first paint, and zod is a quarter of it. */
export function parseConfig(value: unknown): AppConfig {
  const fields = value as Readonly<Record<string, unknown>> | null;
  const text = (name: string): string => {
    const field = fields?.[name];
    if (typeof field !== 'string' || field === '') throw new Error(`/config.json has no ${name}`);
    return field;
  };
  const required = Object.fromEntries(REQUIRED.map((name) => [name, text(name)])) as Record<
    (typeof REQUIRED)[number],
    string
  >;
  return {
    ...required,
    ...(fields?.userPoolEndpoint !== undefined && { userPoolEndpoint: text('userPoolEndpoint') }),
    operator: parseOperator(fields?.operator),
    answerModels: Array.isArray(fields?.answerModels) ? fields.answerModels.filter(isModel) : [],
  };
}

function isModel(value: unknown): value is AnswerModel {
  const { id, name } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof id === 'string' && typeof name === 'string';
}

const OPERATOR_REQUIRED = ['company', 'street', 'city', 'country', 'email', 'representative'] as const;
const OPERATOR_OPTIONAL = ['phone', 'register', 'vatId', 'website'] as const;

function parseOperator(value: unknown): Operator {
  const fields = value as Readonly<Record<string, unknown>> | undefined;
  for (const name of OPERATOR_REQUIRED) {
    if (typeof fields?.[name] !== 'string') throw new Error(`/config.json has no operator.${name}`);
  }
  const present = [...OPERATOR_REQUIRED, ...OPERATOR_OPTIONAL].filter((name) => fields?.[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, String(fields?.[name])])) as unknown as Operator;
}

/** The house's import rules: who may know whom. A broken rule names the folder pair it forbids. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: [...allowed, '^node_modules', 'node:'], path: '^(bin|infra|functions|web|widget|test)/' },
});

/**
 * The cruiser has swc parse every file as TypeScript without JSX and would stop at the first component, so the
 * parser is told by the file's extension.
 */
const { Compiler } = require('@swc/core');
const { parseFileSync } = Compiler.prototype;
Compiler.prototype.parseFileSync = function (file, options) {
  return parseFileSync.call(this, file, { ...options, tsx: file.endsWith('.tsx') });
};

/**
 * The wings of core, each built on those before it alone. The first four are pure: no table, no bucket, no environment.
 */
const PURE = ['text', 'reading', 'retrieval', 'quoting'];
const WINGS = [
  ...PURE,
  'base',
  'accounts',
  'bots',
  'knowledge',
  'answers',
  'conversations',
  'insight',
  'site',
  'lifecycle',
  'operator',
];
/** What stands on the table alone: these know nothing of the pure ones, so that nine floors are enough. */
const APART = ['base', 'accounts', 'bots'];
const wingsFor = (wing, place) =>
  WINGS.slice(0, place + 1).filter((other) => !(APART.includes(wing) && PURE.includes(other)));
const wingKnows = (wing, place) =>
  only(
    `${wing}-knows-the-wings-before-it`,
    `^functions/core/${wing}/`,
    [
      `^functions/core/(${wingsFor(wing, place).join('|')})/`,
      '^functions/contract/',
      ...(PURE.includes(wing) ? [] : ['^functions/platform/']),
    ],
    'A wing knows those before it; one that must tell an earlier one something publishes an event.',
  );

/** The dashboard's features stand in the same order; only these wings have pages. */
const FEATURES = WINGS.filter((wing) => !['base', 'answers', ...PURE].includes(wing));
const featureKnows = (wing, place) => ({
  name: `${wing}-pages-know-the-wings-before-them`,
  severity: 'error',
  from: { path: `^web/src/features/${wing}/` },
  to: {
    path: '^web/src/features/',
    pathNot: `^web/src/features/(${FEATURES.slice(0, place + 1).join('|')})/`,
  },
});

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    only(
      'contract-stands-alone',
      '^functions/contract/',
      ['^functions/contract/'],
      'The contract crosses the wire: it may import nothing but zod.',
    ),
    {
      name: 'contract-only-zod',
      severity: 'error',
      from: { path: '^functions/contract/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod' },
    },
    only(
      'platform-knows-contract',
      '^functions/platform/',
      ['^functions/platform/', '^functions/contract/'],
      'Platform wraps AWS; it knows no use case.',
    ),
    only(
      'core-knows-platform',
      '^functions/core/',
      ['^functions/core/', '^functions/platform/', '^functions/contract/'],
      'Use cases know platform and contract.',
    ),
    ...WINGS.map(wingKnows),
    {
      name: 'core-one-way',
      comment:
        'Rooms of a wing, too, import one way only. A room that must tell one below it something publishes an event; what two rooms share moves below both.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^functions/(core|contract)/' },
      to: { circular: true },
    },
    {
      name: 'aws-sdk-only-in-platform',
      severity: 'error',
      from: { path: '^functions/(core|http|socket|queue|stream|schedule|auth|contract)/' },
      to: { path: 'node_modules/@aws-sdk' },
    },
    only(
      'entries-wire',
      '^functions/(http|socket|queue|stream|schedule|auth)/',
      ['^functions/'],
      'An entry wires a use case to its trigger.',
    ),
    only(
      'local-cloud-knows-cdk-out',
      '^infra/local/',
      ['^infra/local/', '^functions/core/(answers|quoting|retrieval|text)/'],
      'The local cloud knows the assembly only; its Bedrock stand-in alone may use the extractive answerer.',
    ),
    {
      name: 'local-cloud-one-exception',
      severity: 'error',
      from: { path: '^infra/local/', pathNot: '^infra/local/services/bedrock/' },
      to: { path: '^functions/' },
    },
    only('config-stands-alone', '^infra/config/', ['^infra/config/'], 'Stage parameters know nothing.'),
    only(
      'constructs-know-config',
      '^infra/constructs/',
      ['^infra/constructs/', '^infra/config/'],
      'Constructs know the stage parameters.',
    ),
    only(
      'stacks-know-constructs',
      '^infra/stacks/',
      ['^infra/stacks/', '^infra/constructs/', '^infra/config/', '^functions/contract/'],
      'Stacks know constructs, and the routes there are.',
    ),
    only('checks-stand-alone', '^infra/checks/', ['^infra/checks/'], 'Checks judge any tree.'),
    only(
      'web-knows-contract',
      '^web/',
      [
        '^web/',
        '^functions/contract/',
        '^functions/core/(text|retrieval)/',
        '^functions/core/bots/(flow/|public-bot|custom-css)',
        '^widget/',
      ],
      'The dashboard knows the contract; it mounts the real widget, runs flows as visitors meet them, and its help centre searches with the real index.',
    ),
    ...FEATURES.map(featureKnows),
    {
      name: 'shared-not-features',
      severity: 'error',
      from: { path: '^web/src/(components|lib|i18n|theme)/' },
      to: { path: '^web/src/(features|app)/' },
    },
    only(
      'widget-knows-contract-types',
      '^widget/',
      ['^widget/', '^functions/contract/'],
      'The widget knows contract types.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|cdk.out|fixtures)/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
  },
};

/**
 * Checks the import directions of docs/build/architecture.md: `npm run tool -- imports`.
 * The swc parser is required: with TypeScript 7 the default parser finds two files and reports success.
 */

/** Lowest layer first. A folder may import from its own layer and from those before it. */
const layers = [
  ['model'],
  ['messages', 'typed', 'people'],
  ['slack', 'store', 'scheduler'],
  ['engine', 'reminders', 'installations', 'listening'],
  ['subscriptions', 'cards', 'answers', 'stats', 'digests'],
  ['listeners', 'health', 'assistants'],
  ['kernel'],
  ['config', 'features.ts', 'backend.ts', 'stored-kinds.ts'],
  ['start', 'app.ts'],
  ['cli', 'main.ts'],
]
const adapters = layers[2]
const inSrc = (names) => `^src/(${names.map((name) => name.replace('.', '\\.')).join('|')})(/|$)`

const layerRules = layers.slice(0, -1).map((names, index) => ({
  name: `layer-${index + 1}`,
  comment: `${names.join(', ')} must not import from a higher layer`,
  severity: 'error',
  from: { path: inSrc(names) },
  to: { path: inSrc(layers.slice(index + 1).flat()) },
}))

const adapterRules = adapters.map((adapter) => ({
  name: `adapter-${adapter}`,
  comment: `${adapter} is an adapter: besides itself it imports only from model and packages`,
  severity: 'error',
  from: { path: inSrc([adapter]) },
  to: { path: '^src/', pathNot: inSrc([adapter, 'model']) },
}))

/** The folders of the engine, lowest first: a run passes gates, and gates may post. */
const engineLayers = [
  ['rules', 'dedupe', 'anomalies'],
  ['post', 'shared', 'spikes'],
  ['gates'],
  ['run'],
  ['schedule'],
]
const inEngine = (names) => `^src/engine/(${names.join('|')})/`
const engineRules = engineLayers.slice(0, -1).map((names, index) => ({
  name: `engine-layer-${index + 1}`,
  comment: `${names.join(', ')} of the engine must not import from a higher folder of it`,
  severity: 'error',
  from: { path: inEngine(names) },
  to: { path: inEngine(engineLayers.slice(index + 1).flat()) },
}))

/** Rooms without a door: a folder of src whose files everybody may import. This list may only become shorter. */
const roomsWithoutDoor = [
  'cards',
  'cli',
  'config',
  'digests',
  'features',
  'health',
  'kernel',
  'listeners',
  'messages',
  'model',
  'people',
  'reminders',
  'scheduler',
  'slack',
  'start',
  'stats',
  'store',
  'subscriptions',
  'typed',
]
/** Files of rooms with a door that are imported all the same. This list may only become shorter. */
const besideTheDoor = []
const escaped = (path) => path.replaceAll('.', '\\.')
const doorRule = {
  name: 'only-through-the-door',
  comment: 'Other rooms import only the index.ts of a room',
  severity: 'error',
  from: { path: '^src/([^/]+)' },
  to: {
    path: '^src/[^/]+/',
    pathNot: [
      '^src/$1(/|$)',
      '^src/[^/]+/index\\.ts$',
      inSrc(roomsWithoutDoor),
      ...besideTheDoor.map((path) => `^${escaped(path)}$`),
    ],
  },
}

/** The folders that may use a package. Packages that are not listed may be used anywhere. */
const vendors = {
  '@clack/prompts': ['cli/setup'],
  '@slack/(bolt|web-api)': ['slack', 'listeners/register.ts', 'listeners/registration.ts'],
  '@slack/types': ['slack', 'messages', 'stats', 'digests', 'listeners/texts', 'features'],
  lowdb: ['store'],
  'node-cron': ['scheduler/cron-tasks.ts'],
  'node-ical': ['config/holidays.ts'],
  'intl-messageformat': ['messages/kit/say.ts'],
  pg: ['store/postgres'],
  pino: ['cli/log.ts'],
  'prom-client': ['health'],
  standardwebhooks: ['features/webhooks/endpoint.ts'],
  '@modelcontextprotocol/server': ['assistants'],
}
/** The same for packages of the mention service, with the files that may use them. */
const serviceVendors = {
  eld: 'packages/listen/src/fields/language.ts',
  htmlparser2: 'packages/listen/src/(fields/plain-text.ts|site/|sources/)',
  standardwebhooks: 'packages/listen/src/sources/intake/senders.ts',
  ws: 'packages/listen/src/fetch/socket.ts',
  '@slack/web-api': 'packages/post-once/src/slack/',
  'ipaddr.js': 'packages/base/src/private-address.ts',
  undici: 'packages/base/src/http.ts',
}
const serviceVendorRules = Object.entries(serviceVendors).map(([vendor, home]) => ({
  name: `in-the-service-only-${home.replace(/\W+/g, '-')}-uses-${vendor.replace(/\W+/g, '-')}`,
  severity: 'error',
  from: {
    path: '^packages/(base|listen|mention-client|post-once)/src/',
    pathNot: `^${home.replaceAll('.', '\\.')}`,
  },
  to: { path: `node_modules/${vendor}/` },
}))
const vendorRules = Object.entries(vendors).map(([vendor, homes]) => ({
  name: `only-${homes[0].replace(/\W+/g, '-')}-uses-${vendor.replace(/\W+/g, '-')}`,
  severity: 'error',
  from: { path: '^src/', pathNot: inSrc(homes) },
  to: { path: `node_modules/${vendor}/` },
}))

export default {
  forbidden: [
    ...layerRules,
    ...engineRules,
    doorRule,
    ...adapterRules,
    ...vendorRules,
    ...serviceVendorRules,
    {
      name: 'no-cycles-between-files',
      comment: 'Who reads one file of a cycle must read them all, also if only types are imported',
      severity: 'error',
      from: { path: '^(src|sandbox|packages/(mention-client|post-once)/src)/' },
      to: { circular: true },
    },
    {
      name: 'only-the-list-imports-features',
      comment: 'A feature can be deleted with its line in features.ts',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/features(\\.ts$|/)' },
      to: { path: '^src/features/' },
    },
    {
      name: 'rooms-end-in-a-feature',
      comment:
        'Rooms are for `uses` of a feature, whose type is known. A function that takes a room takes more than it needs',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(kernel/(feature|running)|start/create-features)\\.ts$' },
      to: { path: '^src/kernel/rooms\\.ts$' },
    },
    {
      name: 'features-do-not-import-each-other',
      comment: 'A feature that needs another one may import its index.ts, and nothing else of it',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/($1/|[^/]+/index\\.ts$)' },
    },
    {
      name: 'features-below-the-start',
      comment: 'Features are started by the application; they do not know it',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: inSrc(layers.slice(-3).flat()) },
    },
    {
      name: 'records-not-the-store',
      comment: 'Features get their records passed in (model/collection.ts). Only the wiring knows the store',
      severity: 'error',
      from: { path: inSrc(layers.slice(3, 5).flat().concat('listeners', 'assistants', 'features')) },
      to: { path: inSrc(['store']) },
    },
    {
      name: 'service-only-in-the-command-line',
      comment: 'The bot speaks to the mention service over HTTP only. Commands may start it',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(cli|config)/' },
      to: { path: '^packages/listen/' },
    },
    {
      name: 'the-configuration-knows-only-the-settings-of-the-service',
      severity: 'error',
      from: { path: '^src/config/' },
      to: { path: '^packages/listen/', pathNot: '^packages/listen/src/settings\\.ts$' },
    },
    {
      name: 'packages-know-no-bot',
      comment: 'Others can use a package without the bot, and the bot is tested against the mention service',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: { path: '^(src|sandbox|test)/' },
    },
    {
      name: 'packages-use-only-the-base',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/' },
      to: { path: '^packages/', pathNot: '^packages/(base|$1)/' },
    },
    {
      name: 'no-cycles-in-the-service',
      severity: 'error',
      from: { path: '^packages/listen/src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'sandbox-only-in-demo-and-service',
      comment: 'The product runs without the sandbox',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/(demo|service)(\\.ts$|/)' },
      to: { path: '^sandbox/' },
    },
    {
      name: 'slack-workspace-is-a-package-of-its-own',
      comment: 'It imports nothing of the bot',
      severity: 'error',
      from: { path: '^packages/slack-on-your-desk/' },
      to: { path: '^(src|sandbox|test|packages/(base|listen|mention-client|post-once))/' },
    },
    {
      name: 'slack-workspace-only-by-its-interface',
      comment: 'The demo uses it as any user would',
      severity: 'error',
      from: { path: '^(src|sandbox)/' },
      to: { path: '^packages/slack-on-your-desk/', pathNot: '^packages/slack-on-your-desk/src/index\\.ts$' },
    },
    {
      name: 'sandbox-imports-only-generic-code',
      comment: 'What the product is tested against must not share its logic',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: {
        path: '^(src|packages/(mention-client|post-once))/',
        pathNot: '^(src/model/|packages/mention-client/src/(id|mention)\\.ts$)',
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}

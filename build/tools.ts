/**
 * The tools of those who change Overheard: `npm run tool` lists them, and `npm run tool -- NAME ARGUMENTS` runs one, in a shell, at the top of
 * the clone. package.json has only what people and other programs call by name.
 */
import { spawnSync } from 'node:child_process'
import { delimiter } from 'node:path'

type Tool = { command: string; does: string }

const inSlack = (script: string) => `npm run --silent ${script} -w slack-on-your-desk --`

export const tools: Record<string, Tool> = {
  // While somebody works.
  dev: {
    command: 'node --disable-warning=ExperimentalWarning --env-file-if-exists=.env --watch src/main.ts start',
    does: 'the bot, started again when the code changes',
  },
  types: { command: 'tsc', does: 'checks the types' },
  lint: {
    command: 'biome check . && npm run --silent tool imports && npm run --silent tool unused',
    does: 'checks style, imports and what nothing uses',
  },
  imports: {
    command:
      'depcruise --config .dependency-cruiser.mjs src packages sandbox && depcruise --config .dependency-cruiser.folders.mjs src',
    does: 'checks the directions of imports',
  },
  unused: { command: 'knip', does: 'finds exports, files and dependencies that nothing uses' },
  schema: {
    command: 'node build/docs/main.ts',
    does: 'writes what the docs, the JSON Schemas and the Slack manifest take from the code',
  },
  screenshots: {
    command: 'node --disable-warning=ExperimentalWarning test/commands/take-screenshots.ts',
    does: 'takes the pictures of the docs from the demo (needs Chromium)',
  },
  // Packages and releases.
  build: { command: 'node build/main.ts', does: 'makes the programs of the package in dist/' },
  licences: { command: 'node build/list-licences.ts', does: 'lists the licences of what ships' },
  'release-version': {
    command: 'changeset version && npm install --package-lock-only',
    does: 'writes the next version and its changes',
  },
  'sentiment-words': { command: 'node build/sentiment-words.ts', does: 'makes the words of AFINN that ship' },
  // Longer proofs.
  'delete-features': {
    command: 'node build/delete-features.ts',
    does: 'checks that each feature can be deleted',
  },
  'test-slack': {
    command: `${inSlack('types')} && npm test --silent -w slack-on-your-desk --`,
    does: 'types and tests of the embedded Slack workspace',
  },
  'test-postgres': {
    command: 'node test/commands/run-on-postgres.ts',
    does: 'the e2e tests with every bot on PostgreSQL',
  },
  html: {
    command:
      'npm exec --yes --ignore-scripts --package=vnu-jar@26.9.27 -c "vnu --version && vitest run --project long w3c && npm test -w slack-on-your-desk -- w3c"',
    does: 'the pages in the W3C’s checker of HTML (needs Java)',
  },
  properties: {
    command: 'node test/commands/run-properties.ts',
    does: 'every property test with new inputs',
  },
  prove: { command: 'node test/proof/main.ts', does: 'the models of the protocol (needs Spin and gcc)' },
  torture: { command: 'node test/commands/run-torture.ts', does: 'kills the bot 500 times, and worse' },
  soak: {
    command: 'node --expose-gc test/commands/run-soak.ts',
    does: 'thirty days, or a year, on a moved clock',
  },
  // Measurements.
  'feeds-score': { command: 'node test/commands/score-feeds.ts', does: 'how well feeds are read' },
  methods: { command: inSlack('methods'), does: 'compares the embedded Slack with a list of all methods' },
  outside: { command: inSlack('outside'), does: 'runs the tests of Slack’s SDKs on the embedded Slack' },
}

if (import.meta.main) {
  const [name = '', ...args] = process.argv.slice(2)
  const tool = tools[name]
  if (tool === undefined) {
    const width = Math.max(...Object.keys(tools).map(({ length }) => length))
    for (const [one, { does }] of Object.entries(tools))
      process.stdout.write(`${one.padEnd(width)}  ${does}\n`)
    process.exit(name === '' ? 0 : 1)
  }
  const { status } = spawnSync('sh', ['-c', `${tool.command} "$@"`, name, ...args], {
    env: { ...process.env, PATH: `node_modules/.bin${delimiter}${process.env.PATH ?? ''}` },
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}

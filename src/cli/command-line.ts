import { Command, InvalidArgumentError, Option } from 'commander'
import packageFile from '../../package.json' with { type: 'json' }
import type { FeatureCommand } from '../kernel/command.ts'
import { languages } from '../messages/kit/locale.ts'

type CommandOption = FeatureCommand['options'][number]

const demoPort = 4280
const defaultPorts = { service: 4281, slack: 4282 }

type CommandList = {
  add: (name: string, description: string) => Command
  /** Each command is loaded when it is run, so the bot does not load the demo. */
  run: <Options>(
    load: () => Promise<(options: Options) => Promise<number>>,
  ) => (options: Options) => Promise<void>
  exitWith: (code: number) => void
}

/** Runs a command and resolves with its exit code. Rejects with the command's error, or with a CommanderError about the arguments. */
export async function runCommandLine(args: string[]): Promise<number> {
  let code = 0
  const program = new Command('overheard')
    .description('A self-hosted Slack bot that posts new mentions once, in order, and quietly.')
    .version(packageFile.version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .showHelpAfterError('(--help lists what is possible.)')
  const exitWith = (ended: number): void => {
    code = ended
  }
  const list: CommandList = {
    add: (name, description) => program.command(name).description(description).allowExcessArguments(false),
    run: (load) => async (options) => exitWith(await (await load())(options)),
    exitWith,
  }
  addDaily(list)
  addStoreCommands(list)
  addServices(list)
  // Features are loaded only if the core does not have the command, so the demo and the mention service do not load them.
  if (!program.commands.some((one) => one.name() === args[0])) await addThoseOfFeatures(list)

  // The package adds the command `complete`, and completes from the commands above.
  if (args[0] === 'complete' || args[0]?.endsWith('help'))
    (await import('@bomb.sh/tab/commander')).default(program)
  program.commands
    .find((one) => one.name() === 'complete')
    ?.description('print a script for completion in the shell')
  await program.parseAsync(args, { from: 'user' })
  return code
}

/** What people try, set up and run the bot with. */
function addDaily({ add, run }: CommandList): void {
  add('demo', 'show everything on this machine: a Slack workspace, a mention service, and the bot')
    .addOption(
      new Option('--service <which>', 'the mention service: embedded, or the one of MENTIONS_API_URL')
        .choices(['embedded', 'real'])
        .default('embedded'),
    )
    .option('--port <number>', `port of the page; by default ${demoPort}, or any other if it is taken`, port)
    .option('--keep <folder>', 'keep the world of the demo in this folder for the next time')
    .addOption(
      new Option('--language <tag>', 'the language of the bot and of the people in Slack').choices(languages),
    )
    .action(run(async () => (await import('./demo.ts')).demo))
  add('setup', 'ask for the settings, and store them; the tokens are written to .env')
    .option('--file', 'write a configuration file (config/overheard.yaml)')
    .option('--update', 'only bring the Slack app up to date, with an app-configuration token')
    .action(run(async () => (await import('./setup/setup.ts')).setup))
  add(
    'start',
    'run the bot with .env and, if there is one, config/overheard.yaml of the working folder',
  ).action(run(async () => (await import('./start.ts')).start))
  add('check', 'check the configuration file').action(run(async () => (await import('./check.ts')).check))
  add('export-config', 'print the configuration file with what people have set in Slack')
    .option('--diff', 'print only what differs from the file; exits with 1 if something does')
    .action(run(async () => (await import('./export-config.ts')).exportConfig))
  add('doctor', 'check everything that the bot depends on, and say what to do')
    .option('--json', 'print the report as JSON')
    .option(
      '--app',
      'also compare the Slack app with what this version needs, with an app-configuration token',
    )
    .action(run(async () => (await import('./doctor/doctor.ts')).doctor))
}

/** What changes or copies what is stored. */
function addStoreCommands({ add, run, exitWith }: CommandList): void {
  add('migrate', 'copy the data folder to the database of DATABASE_URL')
    .option('--from <folder>', 'the folder to copy; that of DATA_DIR by default')
    .option('--dry-run', 'change nothing')
    .option('--merge', 'add what the database lacks, although it has been given data of this folder before')
    .action(run(async () => (await import('./migrate.ts')).migrate))
  add('forget', 'remove an author from everything that is stored')
    .requiredOption('--author <name>', 'the full name, in quotes; required')
    .option('--dry-run', 'change nothing')
    .action(run(async () => (await import('./forget.ts')).forget))
  add(
    'start-again',
    'let a subscription start again from now, because the mention service has started its ids again',
  )
    .argument('<name>', 'the name of the subscription')
    .action(async (name: string) => {
      exitWith(await (await import('./start-again.ts')).startAgain(name))
    })
  add('backup', 'write everything that is stored to a file, also while bots run')
    .argument('<file>', 'the new file, such as overheard-2026-11-23.gz')
    .action(async (file: string) => {
      exitWith(await (await import('./backup.ts')).backup(file))
    })
  add('restore', 'put back what `backup` has written, or a copy of before an update')
    .argument('<file>', 'the backup, or the copy: a folder, a file, or a schema of the database')
    .option('--replace', 'move the present data to a copy, and replace it')
    .action(async (file: string, options: { replace?: boolean }) => {
      exitWith(await (await import('./restore.ts')).restore(file, options))
    })
}

/** Services that run without the bot. */
function addServices({ add, run }: CommandList): void {
  add('listen', 'run the mention service of your own alone: what `listen` of the configuration says')
    .option('--port <number>', 'port of the service, 0 for any; `listen.port` or 4284 by default', port)
    .option('--host <address>', 'address that the port is opened on', '127.0.0.1')
    .option('--token <token>', 'the only access token that is accepted; MENTIONS_API_TOKEN by default')
    .option(
      '--try <source>',
      'only show what a feed, a page or a file would give; given twice, as two looks at one feed',
      (source: string, before: string[] = []) => [...before, source],
    )
    .option(
      '--query <query>',
      'with --try: only show what the query finds, and how many entries have each of its parts',
    )
    .option('--json', 'with --try: print an array of objects')
    .option(
      '--opml <file>',
      'only print the feeds of this list for the configuration; a file that does not exist is written',
    )
    .action(run(async () => (await import('./listen/listen.ts')).listen))
  add('service', 'run the embedded mention service alone')
    .option('--port <number>', 'port of the service, 0 for any', port, defaultPorts.service)
    .option('--data <file>', 'serve the mentions of this JSONL file')
    .option('--token <token>', 'the only access token that is accepted')
    .action(run(async () => (await import('./service.ts')).service))
  add('slack', 'run the embedded Slack workspace alone, for any Slack app')
    .option('--port <number>', 'port of the workspace, 0 for any', port, defaultPorts.slack)
    .option('--manifest <file>', 'the app manifest; without it, everything is allowed')
    .option('--request-url <url>', 'send to this address over HTTP instead of Socket Mode', address)
    .action(run(async () => (await import('./service.ts')).slack))
}

async function addThoseOfFeatures({ add, run }: CommandList): Promise<void> {
  for (const { name, description, options, run: start } of await commandsOfFeatures()) {
    const command = add(name, description)
    for (const option of options) command.addOption(optionOf(option))
    command.action(
      run(async () => {
        const { createCommandTools } = await import('./command-tools.ts')
        return (given: Record<string, unknown>) => start(given, createCommandTools()).then(() => 0)
      }),
    )
  }
}

async function commandsOfFeatures(): Promise<FeatureCommand[]> {
  return (await import('../features.ts')).features.flatMap(({ commands }) => commands)
}

function optionOf({ flags, description, problemOf }: CommandOption): Option {
  return new Option(flags, description).argParser((written) => {
    const problem = problemOf?.(written)
    if (problem !== undefined) throw new InvalidArgumentError(problem)
    return written
  })
}

function port(written: string): number {
  if (!/^\d{1,5}$/.test(written) || Number(written) > 65_535)
    throw new InvalidArgumentError('It must be a number from 0 to 65535.')
  return Number(written)
}

function address(written: string): string {
  if (!URL.canParse(written))
    throw new InvalidArgumentError('It must be an address, such as http://127.0.0.1:3000/slack/events.')
  return written
}

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runCommandLine } from '../../src/cli/command-line.ts'
import { type AttackWorld, openAttackWorld, people, subjects } from '../tools/attack-world.ts'
import { runHere } from '../tools/command-here.ts'
import { emptyFolder } from '../tools/folder.ts'
import { choicesOf, pageCommands, startedBy, wordsOf } from './page-commands.ts'

const typed = pageCommands(/^(?:npx overheard|npm run|overheard [a-z])/)
const ours = typed.flatMap(({ line, ...of }) => {
  const started = startedBy(line)
  return started !== undefined && 'overheard' in started ? [{ ...of, line, args: started.overheard }] : []
})

/** They end by themselves, and need neither a service nor a person. */
const ends = (args: string[]) => ['--help', 'complete', 'check', 'export-config'].includes(args[0] ?? '')

describe('a command that a page names', () => {
  it('is found', () => expect(ours.length).toBeGreaterThan(30))

  it.each(ours.filter(({ args }) => ends(args)))('$line ($page) ends without an error', async ({ args }) => {
    const folder = emptyFolder()
    const environment = { CONFIG_FILE: 'config/overheard.example.yaml', DATA_DIR: folder }
    const printed = vi.spyOn(console, 'log').mockReturnValue()
    expect(await runHere(args, environment)).toMatchObject({ code: 0, complained: '' })
    printed.mockRestore()
  })

  // The command line reads all options before it counts the words, so a word too many is what is wrong only if nothing else is.
  it.each(ours.filter(({ args }) => !ends(args)))('$line ($page) is understood', async ({ args }) => {
    const failure = await understood([...args, 'one-word-too-many'])
    expect(failure).toMatchObject({ code: 'commander.excessArguments' })
  })

  it.each([
    ['a command that does not exist', 'npx overheard strat', 'commander.unknownCommand'],
    ['an unknown option', 'npx overheard slack --prot 3', 'commander.unknownOption'],
    ['an option without its value', 'npm run forget -- --author', 'commander.optionMissingArgument'],
  ])('would be red with %s', async (_what, line, code) => {
    const started = startedBy(line)
    const args = started !== undefined && 'overheard' in started ? started.overheard : []
    expect(await understood(args)).toMatchObject({ code })
  })

  it.each(['npm run zzqq', 'npm run tool -- zzqq'])('would be red as %s', (line) =>
    expect(() => startedBy(line)).toThrow('zzqq'),
  )
})

/** How the command line ends with these arguments. It prints nothing. */
async function understood(args: string[]): Promise<unknown> {
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  )
  const ended = await runCommandLine(args).catch((error: unknown) => error)
  for (const spy of spies) spy.mockRestore()
  return ended
}

const names: [placeholder: RegExp, value: string][] = [
  [/\b(?:NAME|name|acme)$|\b(?:NAME|name|acme)(?= )/, 'own-watch'],
  [/\balert\b/, '"Acme brand"'],
  [/"Acme press"/, '"Acme brnd"'],
  [/\bLINK\b/, `https://${subjects.own.mention.host}/${subjects.own.firstMention}`],
  [/\bWORDS\b/, 'applause'],
  [/@person\b/, `<@${people.admin}>`],
]

const asTyped = (line: string) =>
  names.reduce((text, [placeholder, value]) => text.replace(placeholder, value), line)

/** Answers with buttons that run a line: what was not understood offers what may be meant. These answers have such a button, too. */
const offersLines = /^\/mentions (?:duty|away)\b/
/** Of several subscriptions, the person chooses one. */
const asksWhich = /Which subscription\?/
const notUnderstood = /There is no command|is not understood|takes (?:nothing|no)|, not “/

describe('a slash command that a page names', () => {
  let world: AttackWorld
  beforeAll(async () => {
    const counts = { open: 1, claimed: 0, done: 0, 'not-relevant': 0, burst: 0, spike: 0 }
    world = await openAttackWorld({ admins: false, counts })
  })
  afterAll(() => world?.close())

  async function answerTo(line: string): Promise<string> {
    const run = () => world.run(people.inside, subjects.own.channel, line)
    const { received } = await world.attempt(line, 'inside', run)
    await world.nextMinute()
    return received.join('\n')
  }
  const isRefused = (line: string, answer: string) =>
    answer === '' ||
    notUnderstood.test(answer) ||
    (!offersLines.test(line) && !asksWhich.test(answer) && /"run_line\d"/.test(answer))

  const slash = pageCommands(/^\/mentions(?:-stats)?(?: |$)/)

  it('is found', () => expect(slash.length).toBeGreaterThan(40))

  it.each(slash)('$line ($page) is answered', async ({ line }) => {
    const answer = await answerTo(asTyped(line))
    expect({ answer, isRefused: isRefused(line, answer) }).toMatchObject({ isRefused: false })
  })

  it.each(['/mentions zzqq', '/mentions mutes zzqq', '/mentions mute zzqq 7d'])(
    'would be red as %s',
    async (line) => expect(isRefused(line, await answerTo(line))).toBe(true),
  )
})

describe('what a page shows of a command', () => {
  it('stands for each choice of its optional parts', () => {
    expect(choicesOf('/mentions drill [urgent|burst] [name]')).toEqual([
      '/mentions drill',
      '/mentions drill urgent name',
      '/mentions drill burst name',
    ])
    expect(choicesOf('npm run check')).toEqual(['npm run check'])
  })

  it('has the words that a shell makes of it', () =>
    expect(wordsOf('npx overheard forget --author "Jane Doe" /backups/x-$(date +%F).gz')).toEqual([
      ...['npx', 'overheard', 'forget', '--author', 'Jane Doe', '/backups/x-X.gz'],
    ]))
})

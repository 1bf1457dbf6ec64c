import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { saidAtImport } from './tools/said-at-import.ts'
import { sentencesIn } from './tools/sentences.ts'

/** Files of texts, such as `texts.en.ts`: what they export is an object of ICU messages. */
const files = globSync('src/**/texts.*.ts').sort()

async function textsIn(file: string): Promise<[key: string, text: string][]> {
  const module: Record<string, Record<string, string>> = await import(pathToFileURL(resolve(file)).href)
  return Object.values(module).flatMap((texts) => Object.entries(texts))
}

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

const parsed = (text: string): Element[] =>
  new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true, requiresOtherClause: false }).getAst()

/** All arguments of a message, also those within the options of others. */
function argumentsIn(elements: Element[]): { name: string; options: string[]; isPlural: boolean }[] {
  return elements.flatMap((one) => {
    if (!('value' in one) || one.type === kinds.literal) return []
    if (!('options' in one)) return [{ name: one.value, options: [], isPlural: false }]
    const inside = Object.values(one.options).flatMap(({ value }) => argumentsIn(value))
    return [
      { name: one.value, options: Object.keys(one.options), isPlural: one.type === kinds.plural },
      ...inside,
    ]
  })
}

/** Kinds of elements, as the parser numbers them. */
const kinds = { literal: 0, plural: 6 }

/** A language has its own forms of a plural, but the options of a select are those of the program. */
const signatureOf = (text: string) =>
  [
    ...new Set(
      argumentsIn(parsed(text)).map(
        ({ name, options, isPlural }) => `${name}: ${isPlural ? 'plural' : options.toSorted()}`,
      ),
    ),
  ].sort()

describe.each(files)('%s', (file) => {
  it('has ICU messages whose plurals have a form for all other numbers', async () => {
    const incomplete = (await textsIn(file)).filter(([, text]) =>
      argumentsIn(parsed(text)).some(({ isPlural, options }) => isPlural && !options.includes('other')),
    )
    expect(incomplete).toEqual([])
  })

  it('has the arguments of the English texts', async () => {
    const english = new Map(await textsIn(join(dirname(file), 'texts.en.ts')))
    const signatures = (texts: [string, string][]) => texts.map(([key, text]) => [key, signatureOf(text)])
    const others = (await textsIn(file)).filter(([key]) => !english.has(key))
    const same = (await textsIn(file)).map(([key]): [string, string] => [key, english.get(key) ?? ''])
    expect(others).toEqual([])
    expect(signatures(await textsIn(file))).toEqual(signatures(same))
  })
})

/** Each feature, and each other room that has texts, has all its sentences there. */
const rooms = [
  ...new Set([...globSync('src/features/*'), ...files.map((file) => file.split('/').slice(0, 2).join('/'))]),
].filter((room) => room !== 'src/features')

const sentencesOf = (room: string) =>
  globSync(`${room}/**/*.ts`)
    .filter((file) => !isEnglishForGood.test(file) && !basename(file).startsWith('texts.'))
    .flatMap((file) => sentencesIn(readFileSync(file, 'utf8')).map((sentence) => ({ file, sentence })))

describe.each(rooms)('%s', (room) => {
  it('has its sentences in files of texts', () => {
    const others = sentencesOf(room).filter(({ sentence }) => !notSaid[room]?.includes(sentence))
    expect(others).toEqual([])
  })

  it('has each phrase that is listed as one that nobody reads as a sentence', () => {
    const found = sentencesOf(room).map(({ sentence }) => sentence)
    expect((notSaid[room] ?? []).filter((sentence) => !found.includes(sentence))).toEqual([])
  })
})

/** What is told about wrong settings, what commands of the command line print, what programs and the log get, and words of news. */
const isEnglishForGood = new RegExp(
  `/(${[
    '(?<!features/settings/)settings',
    'relevance/(command|judge)',
    'backtest/[\\w-]+',
    'webhooks/(digest-mail|docs|endpoint|events)',
    '(link|line)-template',
    'placeholders',
    'digests/(deliver|start)',
    'engine/dedupe/story-news',
    'kernel/(bounded-file|keys|people-check|secret-files|written-filter)',
    'stats/parse-stats-question',
    'subscriptions/recipients',
    'typed/(english|words-of-languages)',
  ].join('|')})\\.ts$`,
)

/** By room: lines of commands that people type, or that buttons run for them, names of features, ids and keys of problems. */
const notSaid: Record<string, string[]> = {
  'src/cards': ['a rule', 'the mention service'],
  'src/engine': [
    'absurd id \0',
    'first message',
    'given again',
    'moved channel',
    'older installation',
    'pending post',
    'progress wanted',
    'reading the history',
    'records leader-progress',
    'start over',
  ],
  'src/features/assign': ['assignment by rule'],
  'src/features/away': ['away back'],
  'src/features/changes': ['changes all'],
  'src/features/done-in-service': ['done in the mention service'],
  'src/features/first-steps': ['first steps'],
  'src/features/mute-on-card': ['mute on card'],
  'src/features/mute-proposals': ['mute proposals'],
  'src/features/open-list': ['open mine'],
  'src/features/owner-notifications': ['owner notifications'],
  'src/features/pauses': ['a week', 'until monday', 'until tomorrow'],
  'src/features/relevance': ['It must be a whole number from \0 to \0.', 'lost record'],
  'src/features/watch': ['duty swap', 'duty swap <@\0>', 'outcome of \0 \0'],
  'src/features/webhooks': ['webhook \0 refused', 'webhook events'],
  'src/listeners': ['/mentions-stats last month by:week', 'mute \0 \0 until \0'],
  'src/stats': ['last month', 'this month'],
  'src/typed': ['from saturday 8:00 until monday 9:00'],
}

it('the search for sentences finds phrases and labels, but no types, keys, log lines or errors', () => {
  const source = `
    import { a } from 'some words'
    type A = 'two words'
    const one = { 'a key': button('Claim', 'claim'), two: \`paused \${name} until\` }
    log.warn({ one }, 'could not post it')
    deps.log.warn({ reason: 'it is closed' }, 'could not post it')
    metrics.counter('posts', 'Posts of a day.')
    throw new RangeError('not a number')
    class Late extends Error { constructor() { super('it is late') } }
    const id = 'mute_word'
    const text = isOpen ? 'Open' : 'It is closed.'
  `
  expect(sentencesIn(source)).toEqual(['Claim', 'paused \0 until', 'Open', 'It is closed.'])
})

it('no sentence is said when a file is imported, because nobody knows the reader then', () => {
  // What is English for good may be said at any time.
  const files = globSync('src/**/*.ts', { exclude: ['src/messages/problems/*'] }).sort()
  expect(
    files.map((file) => [file, saidAtImport(readFileSync(file, 'utf8'))]).filter(([, said]) => said?.length),
  ).toEqual([])
  expect(
    saidAtImport(
      'const a = say.done(); const b = () => say.done(); const c = { get d() { return say.e() } }',
    ),
  ).toEqual(['say.done'])
})

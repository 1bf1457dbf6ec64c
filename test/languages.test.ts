import { globSync } from 'node:fs'
import { defined } from '@overheard/base/defined'
import { beforeAll, describe, expect, it } from 'vitest'
import { compareTexts, findingsOf, readTexts, signatureOf } from '../build/languages.ts'
import { checkView } from '../packages/slack-on-your-desk/src/index.ts'
import { createMuteCommands } from '../src/listeners/commands/mute-commands.ts'
import { wordsOf } from '../src/listeners/subcommand.ts'
import { languages, speakIn } from '../src/messages/kit/locale.ts'
import { prepareLanguage } from '../src/messages/kit/say.ts'
import { modalView } from '../src/slack/views.ts'
import { messageKinds, viewKinds } from './tools/all-message-kinds.ts'
import { everyFeature } from './tools/greatest.ts'
import { faultsOf } from './tools/message-checks.ts'
import type { Names } from './tools/message-kinds.ts'
import { pseudo, pseudoOf, speakPseudo, withoutPseudo } from './tools/pseudo-language.ts'
import { sampleMention } from './tools/sample-mention.ts'

const { author } = sampleMention()
const mentionOf = (id: string) =>
  sampleMention({
    id,
    title: `T ${id}`,
    snippet: `S ${id}`,
    url: `https://n.example/${id}`,
    author: { ...author, name: 'N' },
  })

/** Names in which no word has two letters, so that each word in a message is ours. */
const names: Names = {
  ...{ alert: 'A 1', person: 'P 2', typed: () => 'W 3', mention: mentionOf('1') },
  several: Array.from({ length: 20 }, (_, index) => mentionOf(String(index + 1))),
}

/** Programs read these values, and people do not. */
const isForPrograms =
  /^(action_id|block_id|value|type|url|channel_id|style|by|kind|verbatim|fallback|format|initial_.*|emoji|callback|note|include|align)$/

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => (isForPrograms.test(key) ? [] : textsIn(inner)))
      : []

/** Addresses, commands, times and dates. */
const noWords =
  /https?:\S+|\w+\.(example|com)\S*|<!date[^>]*>|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+|\/mentions[\w -]*|UTC|&[lg]t;/gu

/** Returns the words outside of sentences. A sentence with parts goes through several elements. */
const wordsIn = (shown: unknown) =>
  withoutPseudo(textsIn(shown).join('\n'))
    .replaceAll(noWords, '')
    .match(/\p{L}{2,}/gu) ?? []

const faultsOfMessages = () =>
  messageKinds().flatMap(({ kind, content }) => faultsOf(content).map((fault) => `${kind}: ${fault}`))

function faultsOfViews(): string[] {
  return viewKinds().flatMap(({ kind, view: { title, submit, blocks } }) => {
    const modal =
      title !== undefined &&
      modalView({ title, ...defined({ submit }), blocks, callback: 'c', note: '' }, 'x')
    return checkView(modal || { type: 'home', blocks }).map(
      ({ pointer, message }) => `${kind}: ${pointer} ${message}`,
    )
  })
}

const faultsOfAll = () => [...faultsOfMessages(), ...faultsOfViews()]

beforeAll(speakPseudo)

it.each(languages.filter((language) => language !== 'en'))(
  'the language %s has every sentence, with the arguments of English',
  async (language) => {
    const faulty = (await findingsOf(language)).filter(
      ({ missing, unknown, wrong }) => missing.length + unknown.length + wrong.length > 0,
    )
    expect(faulty).toEqual([])
  },
)

it('the comparison with English finds what is missing, unknown, wrong and not translated', () => {
  const english = {
    a: 'Hello {name}',
    b: '{n, plural, one {# day} other {# days}}',
    c: 'Save',
    d: '{a}: {b}',
    e: 'Gone',
  }
  const own = { a: 'Hallo {nmae}', b: '{n, plural, other {# Tage}}', c: 'Save', d: '{a}: {b}', f: 'Neu' }
  expect(compareTexts(english, own)).toEqual({ missing: ['e'], unknown: ['f'], wrong: ['a'], same: ['c'] })
  expect(compareTexts({ a: '{n}' }, { a: '{n' }).wrong).toEqual(['a'])
})

it.each(languages)(
  'every message, form and home tab in the language %s is within the limits of Slack',
  async (language) => {
    await prepareLanguage(language)
    expect(speakIn(language, faultsOfAll)).toEqual([])
  },
)

describe('a language that is longer by 40 per cent, with accents and brackets,', () => {
  it('has the arguments of each English sentence', async () => {
    const all = await Promise.all(globSync('src/**/texts.en.ts').map(readTexts))
    const texts = all.flatMap((one) => Object.values(one))
    expect(texts.length).toBeGreaterThan(1000)
    expect(texts.filter((text) => String(signatureOf(pseudoOf(text))) !== String(signatureOf(text)))).toEqual(
      [],
    )
  })

  it('keeps every message within the limits of Slack', () => {
    expect(speakIn(pseudo, faultsOfMessages)).toEqual([])
  })

  it('is spoken in every message, form and home tab', () => {
    const shown = speakIn(pseudo, () => [
      ...messageKinds(names).map(({ content }) => content),
      ...viewKinds(names).map(({ view }) => view),
    ])
    const languages = new Intl.DisplayNames('en', { type: 'language' })
    const regions = new Intl.DisplayNames('en', { type: 'region' })
    const codes = [...'abcdefghijklmnopqrstuvwxyz'].flatMap((a, _, all) => all.map((b) => a + b))
    const named = codes.flatMap((code) => [languages.of(code), regions.of(code.toUpperCase())])
    const known = new Set([
      ...named.flatMap((name) => name?.match(/\p{L}{2,}/gu) ?? []),
      ...data,
      ...hardWired,
    ])
    expect([...new Set(shown.flatMap(wordsIn))].filter((word) => !known.has(word)).sort()).toEqual([])
  })

  it('is spoken by what features add to commands, menus and forms, whenever they were created', () => {
    const running = everyFeature()
    const lists = [
      'subcommands',
      'cardMenu',
      'severalMenu',
      'cardHelp',
      'homeButtons',
      'alertChoices',
    ] as const
    const left = speakIn(pseudo, () =>
      lists.map((list) => [list, [...new Set(labelsIn(running.all(list), list))]]),
    )
    expect(left).toEqual(lists.map((list) => [list, []]))
  })
})

it.each(languages)('the commands that the help names in the language %s are read', async (language) => {
  await prepareLanguage(language)
  const subcommands = [...everyFeature().all('subcommands'), ...createMuteCommands({} as never)]
  const known = subcommands.flatMap(wordsOf)
  const lines = speakIn(language, () => subcommands.flatMap(({ shortHelp }) => shortHelp ?? []))
  const named = lines.flatMap((line) => [...line.matchAll(/`\/mentions ([^\s`]+)/gu)].map(([, word]) => word))
  expect(named).not.toEqual([])
  expect(named.filter((word) => !known.includes(word ?? ''))).toEqual([])
  if (language !== 'en') expect(named).not.toContain('pause')
})

/** The sentences among what a feature adds: its labels, titles and help. */
const labelsIn = (value: unknown, key: string): string[] => {
  if (typeof value === 'string')
    return /^(help|shortHelp|label|title|cardHelp)$/.test(key)
      ? wordsIn(value.replaceAll(/`[^`]*`/g, ''))
      : []
  if (Array.isArray(value)) return value.flatMap((one) => labelsIn(one, key))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([inner, one]) => labelsIn(one, inner))
}

/** Words that the examples pass as arguments, and names of networks. */
const data =
  'Acme Answered Ask Claimed Create Facebook GitHub Instagram Laugh Mute Nobody Not Nothing Overheard Pause Preview Reddit Refund Rivals Somebody TikTok Track Twitter Vimeo YouTube about acme after app as asked authors been by cannot changed claimed days faster for from hacker has have issue joke language last laugh launches listens lobsters logs longer me mention mentions min missing new news no of out posted press rivals search something still support the their this to update was would'.split(
    ' ',
  )

/** Words that are English in every language: kinds of sources, and the sexes that the mention service names. This list may only become shorter. */
const hardWired = ['Feeds', 'News', 'Web', 'and', 'blogs']

import type { Mention } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { find } from '../../../src/features/find/feature.ts'
import { findMentions, hasWords, mostFound, searchedWords } from '../../../src/features/find/search.ts'
import type { PostedCard } from '../../../src/model/card.ts'
import { anyRooms } from '../../tools/anything.ts'
import { arbitraryMention, foreignText } from '../../tools/arbitrary-mention.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const now = 1_795_176_000_000
const second = (at: number) => `${1_795_000_000 + at}.000000`

const cardOf = (mention: Mention, more: Partial<PostedCard> = {}): PostedCard => ({
  ...{ channel: 'C1', ts: second(Number(mention.id)), subscription: 'acme', alert: '7', actions: [] },
  shows: { kind: 'card', mention, style: 'full' },
  ...more,
})

/** What a test does not need is missing. */
const partly = (known: object): never => known as never

async function* listed(cards: PostedCard[]) {
  yield* cards
}

describe('the words of a search', () => {
  it('are words and quoted phrases, without case and accents, each once', () => {
    expect(searchedWords('Café "Login  Error" CAFE x')).toEqual(['cafe', 'login error', 'x'])
    expect(searchedWords('"never closed')).toEqual(['never closed'])
    expect(searchedWords(' "" \u200b ')).toEqual([])
  })

  it('must all be in the title, the text, the author, the source or the address of a mention', () => {
    const mention = sampleMention({
      ...{ title: 'Acme ist TEUER', snippet: 'the login fails', url: 'https://news.example/acme-prices' },
      author: { name: 'Zoë', audience: 0, url: '' },
    })
    for (const line of ['teuer', 'acme zoe', '"login fails"', 'news.example acme-prices'])
      expect(hasWords(mention, searchedWords(line)), line).toBe(true)
    for (const line of ['acme cheap', '"fails login"', 'teuer the login x9'])
      expect(hasWords(mention, searchedWords(line)), line).toBe(false)
  })

  /** True if a mention with this title is found. */
  const isFound = (title: string, line: string) => hasWords(sampleMention({ title }), searchedWords(line))

  it.each([
    ['𝗭𝗲𝗯𝗿𝗮 𝘰𝘶𝘵𝘢𝘨𝘦', 'zebra outage'],
    ['ＺＥＢＲＡ ｶﾞｽ', 'zebra ガス'],
    ['Straße nach Ĳmuiden, ﬁnally', 'ijmuiden finally'],
    ['ΟΔΟΣ ΑΧΑΡΝΩΝ', 'οδος οδοσ'],
    ['Привет, Йод и Ёлка', 'йод елка'],
    ['שָׁלוֹם עֲלֵיכֶם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
    ['I ❤️ Acme', '❤'],
    ['می\u200cخواهم', 'میخواهم'],
    ['바다와 한국'.normalize('NFD'), '한국'],
    ['バス停'.normalize('NFD'), 'バス'],
    ['हिन्दी में', 'हिन्दी'],
  ])('find %s by %s', (title, line) => expect(isFound(title, line)).toBe(true))

  it.each([
    ['パスワードとハス', 'バス'],
    ['한국', '하'],
    ['कमल', 'किमल'],
    ['की', 'कि'],
    ['ป่า', 'ปา'],
  ])('do not find %s by %s, which has other letters', (title, line) =>
    expect(isFound(title, line)).toBe(false),
  )

  it('are found in scripts whose marks are letters where the same letters stand, however they are encoded', () => {
    const syllable = fc.constantFrom(...'ハ バ パ ス ｶﾞ 하 한 핫 국 क कि की न ना น น้ำ ที่ ป่'.split(' '))
    const letters = fc.string({ unit: syllable, maxLength: 8 })
    const form = fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD')
    fc.assert(
      fc.property(letters, letters, letters, form, form, (before, word, after, one, other) => {
        const title = `${before}${word}${after}`
        for (const text of [title, before, after]) {
          const has = text.normalize('NFKC').includes(word.normalize('NFKC'))
          expect(isFound(text.normalize(one), `"${word.normalize(other)}"`)).toBe(has)
        }
      }),
    )
  })

  it('find every mention by any words of its title, whatever strangers wrote', () => {
    fc.assert(
      fc.property(arbitraryMention, fc.nat(), foreignText, (mention, at, other) => {
        const written = mention.title.split(/[\s"]+/).filter((word) => word !== '')
        const word = written[at % Math.max(1, written.length)] ?? ''
        expect(hasWords(mention, searchedWords(word))).toBe(true)
        expect(() => hasWords(mention, searchedWords(other))).not.toThrow()
      }),
    )
  })
})

describe('found mentions', () => {
  const mentions = Array.from({ length: 300 }, (_, id) =>
    sampleMention({ id: String(id), title: `Case ${id} of login` }),
  )

  it('are the newest ten, newest first, with the number of all', async () => {
    const shuffled = [...mentions.slice(150), ...mentions.slice(0, 150)].map((mention) => cardOf(mention))
    const { newest, total } = await findMentions(listed(shuffled), ['login'], async () => true)
    expect(total).toBe(300)
    expect(newest.map(({ mention }) => mention.id)).toEqual(
      Array.from({ length: mostFound }, (_, at) => String(299 - at)),
    )
  })

  it('are found once, in their newest message, and those of a burst, too', async () => {
    const [one, two] = [
      sampleMention({ id: '1', title: 'login' }),
      sampleMention({ id: '2', title: 'login' }),
    ]
    const cards = [
      cardOf(one),
      cardOf(one, { channel: 'C2', ts: second(50) }),
      cardOf(one, { alert: '8', shows: { kind: 'thread', mentions: [one, two], firstNumber: 1 } }),
    ]
    const { newest, total } = await findMentions(listed(cards), ['login'], async () => true)
    expect(total).toBe(3)
    expect(newest.map(({ card, mention }) => `${card.channel} ${card.alert} ${mention.id}`)).toEqual([
      'C2 7 1',
      'C1 8 1',
      'C1 8 2',
    ])
  })
})

describe('/mentions find', () => {
  /** The answer to a person who is in C1 and C2, and who may not see the alert 9. */
  async function answered(line: string, cards: PostedCard[], channels: string[] | 'unknown' = ['C1', 'C2']) {
    const asked: string[] = []
    const rooms = anyRooms({
      clock: { now: () => now },
      settings: { keptMs: 90 * 86_400_000 },
      slack: {
        users: partly({
          channelsOf: async () => (channels === 'unknown' ? undefined : new Set(channels)),
          openDirect: async () => 'D1',
        }),
        messages: partly({ permalink: async ({ ts }: PostedCard) => `https://slack.example/p${ts}` }),
      },
      cards: { postedSince: () => listed(cards) },
      people: {
        access: partly({
          async maySee(_user: string, { channel, alert }: PostedCard) {
            asked.push(`${channel} ${alert}`)
            return alert === '9' ? 'no' : 'yes'
          },
        }),
      },
    })
    const running = find.create(rooms, {})
    const [command] = running?.adds.subcommands ?? []
    const answer = await command?.answer({ user: 'U1', channel: 'C1', trigger: 't', responseUrl: '' }, line)
    return {
      text: answer !== undefined && 'text' in answer ? answer.text : '',
      blocks: JSON.stringify(answer),
      asked,
    }
  }
  const login = (id: number, more: Partial<PostedCard> = {}) =>
    cardOf(sampleMention({ id: String(id), title: `login ${id}`, url: `https://news.example/${id}` }), more)

  it('links each mention and its message', async () => {
    const { text, blocks } = await answered('LOGIN', [login(1)])
    expect(text).toContain('1 mention with “LOGIN” in your channels in 90 days:')
    expect(blocks).toContain('"url":"https://news.example/1"')
    expect(blocks).toContain(`"url":"https://slack.example/p${second(1)}"`)
  })

  it('shows and counts nothing of a channel that the person is not in, of a private alert, or of other people’s direct messages', async () => {
    const hidden = [login(1, { channel: 'C9' }), login(2, { alert: '9' }), login(3, { channel: 'D9' })]
    const { text, asked } = await answered('login', [...hidden, login(4), login(5)])
    expect(text).toContain('2 mentions with')
    expect(text).not.toMatch(/login [123]/)
    expect(asked).toEqual(['C1 9', 'C1 7'])
    expect((await answered('login', hidden)).text).toBe(
      'Nothing with “login” was posted in the last 90 days in the channels that you are in.',
    )
  })

  it('shows what the person got in their own direct messages', async () => {
    expect((await answered('login', [login(3, { channel: 'D1' })])).text).toContain('1 mention with')
  })

  it('is refused while Slack does not say in which channels the person is', async () => {
    const { text } = await answered('login', [login(1)], 'unknown')
    expect(text).toBe('Slack does not answer who you are right now. Try again in a minute.')
  })

  it('says what to write if there are no words or too many', async () => {
    expect((await answered(' ', [])).text).toContain('Write the words to look for')
    expect((await answered('a b c d e f g h i j k', [])).text).toContain(
      'at most 10 words, not “a b c d e f g h i j k”',
    )
  })
})

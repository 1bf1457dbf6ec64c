import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { addLanguage, setLanguage, speakIn } from '../../src/messages/kit/locale.ts'
import {
  type ArgumentsOf,
  inEnglish,
  inventLanguage,
  list,
  messages,
  prepareLanguage,
  retold,
  type Spoken,
} from '../../src/messages/kit/say.ts'

afterEach(() => setLanguage('en'))

const en = {
  plain: "Your last export isn't ready.",
  posted: '{days, plural, one {# day} other {# days}} of {name}: {count, number} posted',
  states: '{state, select, claimed {{by} claimed this} done {Done} other {Open}}',
  exact: '{kind, select, author {the author} source {the source}} is muted',
  until: 'paused {name} until {until}; new mentions wait',
  nested:
    '{n, plural, =0 {Nobody} one {{who} has {kind, select, a {an a} b {a b}}} other {# have}} and {last}',
  quoted: "Write '{name}' for {name}",
  inQuotes: "There is no alert ''{name}''.",
  slack: 'See <https://example.com|the page> <!here>',
  people: '{people} are away',
} as const
const say = messages(en)

describe('sentences in English', () => {
  it('have their arguments, with plurals and digits', () => {
    expect(say.plain()).toBe("Your last export isn't ready.")
    expect(say.posted({ days: 1, name: 'Acme', count: 1234 })).toBe('1 day of Acme: 1,234 posted')
    expect(say.posted({ days: 1000, name: 'Acme', count: 0 })).toBe('1,000 days of Acme: 0 posted')
    expect(say.states({ state: 'claimed', by: 'Kim' })).toBe('Kim claimed this')
    expect(say.states({ state: 'constructor', by: 'Kim' })).toBe('Open')
    expect(say.nested({ n: 1, who: 'Kim', kind: 'b', last: 'Lee' })).toBe('Kim has a b and Lee')
    expect(say.quoted({ name: 'Kim' })).toBe('Write {name} for Kim')
    expect(say.inQuotes({ name: 'Acme' })).toBe("There is no alert 'Acme'.")
    expect(say.slack()).toBe('See <https://example.com|the page> <!here>')
    expect(say.people({ people: list(['Kim', 'Ada', 'Lee']) })).toBe('Kim, Ada and Lee are away')
    expect(say.people({ people: list(['Kim', 'Ada', 'Lee'], 'narrow') })).toBe('Kim, Ada, Lee are away')
  })

  it('are parts if an argument is one', () => {
    const moment = { at: 5 }
    expect(say.until({ name: 'Acme', until: moment })).toEqual([
      'paused Acme until ',
      moment,
      '; new mentions wait',
    ])
    expect(say.until({ name: 'Acme', until: 'noon' })).toBe('paused Acme until noon; new mentions wait')
  })

  it('look only at the arguments that they have', () => {
    const wide = { name: 'Acme', until: 'noon', other: { at: 5 }, call: () => expect.fail('was called') }
    expect(say.until(wide)).toBe('paused Acme until noon; new mentions wait')
    const unused = say.plain as (values: object) => string
    expect(unused(wide)).toBe("Your last export isn't ready.")
  })

  it('write digits as the configuration says, and plurals as English does', () => {
    setLanguage('en', 'ja-JP')
    expect(say.posted({ days: 1, name: 'Acme', count: 1 })).toBe('1 day of Acme: 1 posted')
    setLanguage('en', 'de-DE')
    expect(say.posted({ days: 1234, name: 'Acme', count: 1 })).toBe('1.234 days of Acme: 1 posted')
  })
})

describe('the types of arguments', () => {
  it('are read from the text', () => {
    expectTypeOf<ArgumentsOf<typeof en.posted>>().toEqualTypeOf<{
      days: number
      name: string | Spoken
      count: number
    }>()
    expectTypeOf<ArgumentsOf<typeof en.states>>().toEqualTypeOf<{ state: string; by: string | Spoken }>()
    expectTypeOf<ArgumentsOf<typeof en.exact>>().toEqualTypeOf<{ kind: 'author' | 'source' }>()
    expectTypeOf<ArgumentsOf<typeof en.nested>>().toEqualTypeOf<{
      n: number
      who: string | Spoken
      kind: 'a' | 'b'
      last: string | Spoken
    }>()
    expectTypeOf<ArgumentsOf<typeof en.quoted>>().toEqualTypeOf<{ name: string | Spoken }>()
    expectTypeOf<ArgumentsOf<typeof en.inQuotes>>().toEqualTypeOf<{ name: string | Spoken }>()
    expectTypeOf(say.until({ name: 'Acme', until: { at: 5 } })).toEqualTypeOf<(string | { at: number })[]>()
  })

  it('refuse an argument that is missing, misspelt or of another kind', () => {
    const wrong = () => {
      // @ts-expect-error
      say.posted({ days: 1, name: 'Acme' })
      // @ts-expect-error
      say.posted({ days: 1, nmae: 'Acme', count: 1 })
      // @ts-expect-error
      say.posted({ days: '1', name: 'Acme', count: 1 })
      // @ts-expect-error
      say.posted()
      // @ts-expect-error
      say.plain({ name: 'Acme' })
      // @ts-expect-error
      say.exact({ kind: 'word' })
      // @ts-expect-error
      say.absent()
      // @ts-expect-error
      messages({ at: 'at {now, date}' }).at({ now: 1 })
    }
    expect(wrong).toThrow()
  })
})

describe('arguments', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc
      .array(
        fc.constantFrom(
          '{',
          '}',
          "'",
          "''",
          '#',
          '{name}',
          '{n, plural, other {x}}',
          '<',
          '>',
          '<!channel>',
          '*',
          '\u202e',
          '\u2068',
          '\\',
          '|',
          ' ',
        ),
        { maxLength: 12 },
      )
      .map((pieces) => pieces.join('')),
  )

  it('are never read as ICU, and arrive as they are', () =>
    fc.assert(
      fc.property(hostile, hostile, fc.nat(), (name, last, count) => {
        const days = count % 3
        expect(say.posted({ days, name, count: 7 })).toBe(
          `${days} ${days === 1 ? 'day' : 'days'} of ${name}: 7 posted`,
        )
        expect(say.inQuotes({ name })).toBe(`There is no alert '${name}'.`)
        expect(say.nested({ n: 1, who: name, kind: 'a', last })).toBe(`${name} has an a and ${last}`)
        expect(say.until({ name, until: { at: count } })).toEqual([
          `paused ${name} until `,
          { at: count },
          '; new mentions wait',
        ])
        expect(say.states({ state: name, by: 'Kim' })).toBe(name === 'done' ? 'Done' : 'Open')
      }),
    ))
})

describe('other languages', () => {
  const texts: Record<string, Record<string, string>> = {
    de: { posted: '{n, plural, one {# Erwähnung} other {# Erwähnungen}}', names: 'Das sind {names}' },
    pl: { posted: '{n, plural, one {# wzmianka} few {# wzmianki} many {# wzmianek} other {# wzmianki}}' },
    'pt-BR': { only: 'Só português' },
  }
  const loads: string[] = []
  const say = messages(
    {
      posted: '{n, plural, one {# mention} other {# mentions}}',
      names: 'They are {names}',
      only: 'Only English',
    },
    async (language) => {
      loads.push(language)
      const own = texts[language]
      if (own === undefined) throw new Error('there is no such file')
      return { [language]: own }
    },
  )
  const both = () => say.names({ names: list(['Kim', 'Ada']) })

  beforeAll(async () => {
    for (const language of [...Object.keys(texts), 'fi']) addLanguage(language)
    await Promise.all(['de', 'de-AT', 'pl', 'pt-BR', 'fi', 'constructor'].map(prepareLanguage))
  })

  it('are loaded once, when somebody speaks them', async () => {
    await prepareLanguage('de-CH')
    await prepareLanguage('en-GB')
    // Other tests in this process may have spoken further languages.
    const ofThese = loads.filter((language) => /^(de|en|fi|pl|pt-BR)/.test(language))
    expect(ofThese.toSorted()).toEqual(['de', 'fi', 'pl', 'pt-BR'])
  })

  it('are loaded for sentences that come later', async () => {
    const late = messages({ hello: 'Hello' }, async (language) => ({
      [language]: { hello: `Hello in ${language}` },
    }))
    await new Promise(setImmediate)
    expect(speakIn('pl', late.hello)).toBe('Hello in pl')
  })

  it('have their own plurals and lists', () => {
    expect(speakIn('de', () => say.posted({ n: 1 }))).toBe('1 Erwähnung')
    expect([1, 3, 5].map((n) => speakIn('pl', () => say.posted({ n })))).toEqual([
      '1 wzmianka',
      '3 wzmianki',
      '5 wzmianek',
    ])
    expect(speakIn('de', both)).toBe('Das sind Kim und Ada')
  })

  it('are found for a region, and are English if there is none or no such sentence', () => {
    expect(speakIn('de-AT', () => say.posted({ n: 2 }))).toBe('2 Erwähnungen')
    expect(speakIn('pt-BR', say.only)).toBe('Só português')
    expect(speakIn('pt', say.only)).toBe('Only English')
    for (const tag of ['xx', 'fi', 'constructor'])
      expect(speakIn(tag, () => say.posted({ n: 2 }))).toBe('2 mentions')
    expect(speakIn('de', say.only)).toBe('Only English')
    expect(speakIn('pl', both)).toBe('They are Kim and Ada')
  })

  it('are that of the reader, wherever it goes on', async () => {
    setLanguage('de')
    const inPolish = await speakIn('pl-PL', async () => {
      await Promise.resolve()
      return [say.posted({ n: 3 }), speakIn(undefined, both), speakIn('en', both), say.posted({ n: 1 })]
    })
    expect(inPolish).toEqual(['3 wzmianki', 'Das sind Kim und Ada', 'They are Kim and Ada', '1 wzmianka'])
    expect(both()).toBe('Das sind Kim und Ada')
  })

  it('write digits as the reader does, and the locale of the configuration counts for its language and that of the installation', () => {
    const digits = (tag?: string) => speakIn(tag, () => say.posted({ n: 12_345 }))
    setLanguage('en', 'de-CH')
    expect([undefined, 'en-GB', 'de-DE', 'pl'].map(digits)).toEqual([
      "12'345 mentions",
      "12'345 mentions",
      "12'345 Erwähnungen",
      '12\u00a0345 wzmianek',
    ])
    setLanguage('de')
    expect([undefined, 'en-US'].map(digits)).toEqual(['12.345 Erwähnungen', '12,345 mentions'])
  })

  it('choose the form that the rules of the language choose, for any number', () =>
    fc.assert(
      fc.property(fc.nat(), (n) => {
        const forms = { one: 'wzmianka', few: 'wzmianki', many: 'wzmianek' }
        const rule = new Intl.PluralRules('pl').select(n) as keyof typeof forms
        expect(speakIn('pl', () => say.posted({ n })).endsWith(` ${forms[rule]}`)).toBe(true)
      }),
    ))

  it('are not those of problems, which are English in the log and told again to people in their language', () => {
    const problem = inEnglish(say)
    const kept = speakIn('de', () => problem.posted({ n: 2 }))
    expect(kept).toBe('2 mentions')
    expect(speakIn('de', () => retold(kept))).toBe('2 Erwähnungen')
    expect(speakIn('de', () => retold('Somebody else said this.'))).toBe('Somebody else said this.')
  })

  it('can be made of the English sentences', () => {
    inventLanguage('en-XA', (english) => english.replace('Only', 'Nur'))
    expect(speakIn('en-XA', say.only)).toBe('Nur English')
  })
})

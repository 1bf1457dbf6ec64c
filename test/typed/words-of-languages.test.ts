import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages, speakIn } from '../../src/messages/kit/locale.ts'
import { plainTime } from '../../src/typed/moment.ts'
import { isForever, readTerm, splitTerm } from '../../src/typed/term.ts'

/** Friday, 20 November 2026, 12:00 UTC. In Berlin it is 13:00. */
const now = Date.UTC(2026, 10, 20, 12)
const minute = (at: number) => new Date(at).toISOString().slice(0, 16)
const endIn = (language: string, term: string) => {
  const read = speakIn(language, () => readTerm(term, { now, zone: 'Europe/Berlin' }))
  return 'until' in read ? minute(read.until) : read.problem.kind
}

/** A term in each language with what it means in English. */
const terms: Record<string, [own: string, english: string][]> = {
  de: [
    ['2 Stunden', '2 hours'],
    ['für 3 Tage', 'for 3 days'],
    ['eine Woche', 'a week'],
    ['eine halbe Stunde', 'half an hour'],
    ['zwölf Tage', 'twelve days'],
    ['bis morgen', 'until tomorrow'],
    ['bis übermorgen um 9 Uhr', 'until the day after tomorrow at 9:00'],
    ['bis Montag 9:00', 'until monday 9:00'],
    ['bis nächsten Freitag', 'until next friday'],
    ['bis nächste Woche', 'until next week'],
    ['bis zum 1. Dezember', 'until 1 december'],
    ['von Samstag 8:00 bis Montag 9:00', 'from saturday 8:00 until monday 9:00'],
    ['ab 18:00 für 3 Stunden', 'from 18:00 for 3 hours'],
    ['bis Montag 9 Uhr 30', 'until monday 9:30'],
    ['bis Mitternacht', 'until midnight'],
    ['bis Ende der Woche', 'until end of week'],
  ],
  es: [
    ['2 horas', '2 hours'],
    ['por 3 días', 'for 3 days'],
    ['media hora', 'half an hour'],
    ['hasta mañana', 'until tomorrow'],
    ['hasta pasado mañana a las 9:00', 'until the day after tomorrow at 9:00'],
    ['hasta el lunes a las 9:00', 'until monday at 9:00'],
    ['hasta la semana que viene', 'until next week'],
    ['hasta el 1 de diciembre', 'until 1 december'],
    ['desde el sábado 8:00 hasta el lunes 9:00', 'from saturday 8:00 until monday 9:00'],
    ['hasta medianoche', 'until midnight'],
  ],
  fr: [
    ['2 heures', '2 hours'],
    ['pendant 3 jours', 'for 3 days'],
    ['une demi-heure', 'half an hour'],
    ['un an', 'a year'],
    ["jusqu'à demain", 'until tomorrow'],
    ['jusqu’à lundi', 'until monday'],
    ["jusqu'à lundi à 9h", 'until monday at 9:00'],
    ["jusqu'à lundi à 9h30", 'until monday at 9:30'],
    ["jusqu'au 1 décembre", 'until 1 december'],
    ["jusqu'à la semaine prochaine", 'until next week'],
    ["du samedi 8:00 jusqu'à lundi 9:00", 'from saturday 8:00 until monday 9:00'],
    ["jusqu'à minuit", 'until midnight'],
  ],
  ja: [
    ['2時間', '2 hours'],
    ['30分', '30 minutes'],
    ['3日間', '3 days'],
    ['2週間', '2 weeks'],
    ['3か月', '3 months'],
    ['明日まで', 'until tomorrow'],
    ['明日9時まで', 'until tomorrow 9:00'],
    ['月曜日まで', 'until monday'],
    ['月曜9時半まで', 'until monday 9:30'],
    ['来週まで', 'until next week'],
    ['土曜日8時から月曜日9時まで', 'from saturday 8:00 until monday 9:00'],
  ],
  pt: [
    ['2 horas', '2 hours'],
    ['por 3 dias', 'for 3 days'],
    ['meia hora', 'half an hour'],
    ['até amanhã', 'until tomorrow'],
    ['até depois de amanhã às 9:00', 'until the day after tomorrow at 9:00'],
    ['até segunda-feira', 'until monday'],
    ['até segunda às 9:00', 'until monday at 9:00'],
    ['até 1 de dezembro', 'until 1 december'],
    ['até semana que vem', 'until next week'],
    ['desde sábado 8:00 até segunda 9:00', 'from saturday 8:00 until monday 9:00'],
  ],
}

describe.each(Object.entries(terms))('a term in the language %s', (language, list) => {
  it.each(list)('%s means %s, and the English words are read, too', (own, english) => {
    const meant = endIn('en', english)
    expect(meant).toMatch(/^20/)
    expect(endIn(language, own)).toBe(meant)
    expect(endIn(language, english)).toBe(meant)
    expect(endIn(language, own.toUpperCase())).toBe(meant)
  })

  it.each(list)('%s is read once: its English words mean no other ones in the language', (own) => {
    const once = speakIn(language, () => plainTime(own))
    expect(speakIn(language, () => plainTime(once))).toBe(once)
  })

  it.each(list)('is found behind a name: acme %s', (own) => {
    const split = speakIn(language, () => splitTerm(`acme ${own}`))
    expect(split).toEqual({ name: 'acme', term: own })
  })
})

it('every language of the bot has words for times', () =>
  expect(['en', ...Object.keys(terms)].toSorted()).toEqual(languages.toSorted()))

it.each([
  ['de', 'für immer'],
  ['es', 'para siempre'],
  ['fr', 'pour toujours'],
  ['ja', 'ずっと'],
  ['pt', 'para sempre'],
])('in the language %s, “%s” has no end', (language, term) =>
  expect(speakIn(language, () => isForever(term))).toBe(true),
)

it('words of another language than that of the speaker are parts of a name', () => {
  for (const name of ['Bis Media', 'Para Todos', 'Um Dia Morgen'])
    expect(speakIn('en', () => splitTerm(name))).toEqual({ name })
})

it('never throws, and reads no text of other scripts as a time in English', () => {
  fc.assert(
    fc.property(fc.constantFrom(...languages), fc.string({ unit: 'grapheme' }), (language, text) => {
      expect(() => endIn(language, text)).not.toThrow()
    }),
  )
})

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages, speakIn } from '../../src/messages/kit/locale.ts'
import { english } from '../../src/typed/english.ts'
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
    ['bis 18 Uhr', 'until 18:00'],
    ['bis Fr 18 Uhr', 'until friday 18:00'],
    ['von Mo bis Fr', 'from monday until friday'],
    ['von 18 bis 20 Uhr', 'from 18:00 until 20:00'],
    ['bis Ende nächster Woche', 'until end of next week'],
    ['bis 18:30 Uhr', 'until 18:30'],
    ['bis 18.30 Uhr', 'until 18:30'],
    ['bis 18Uhr', 'until 18:00'],
    ['bis heute 18 Uhr', 'until today 18:00'],
    ['bis morgen Mittag', 'until tomorrow noon'],
    ['bis morgen 9am', 'until tomorrow 9am'],
    ['bis Freitag, den 4. Dezember', 'until friday 4 december'],
    ['bis zum 24.12.', 'until 24.12.'],
    ['bis zum 3. Dez. 2026', 'until 3 dec 2026'],
    ['bis zum 24. Dezember um 18 Uhr', 'until 24 december 18:00'],
    ['vom 24. Dezember bis zum 2. Januar', 'from 24 december until 2 january'],
    ['vom 24.12. bis 2.1.', 'from 24.12. until 2.1.'],
    ['ab morgen bis Montag', 'from tomorrow until monday'],
    ['bis kommenden Montag', 'until the coming monday'],
    ['bis Ende der kommenden Woche', 'until end of the coming week'],
    ['bis diesen Samstag', 'until this saturday'],
    ['bis nächste Woche Montag', 'until monday next week'],
    ['bis Montag nächster Woche', 'until monday next week'],
    ['bis nächsten Monat', 'until next month'],
    ['bis Ende des Monats', 'until end of month'],
    ['bis Monatsende', 'until end of month'],
    ['bis Jahresende', 'until end of year'],
    ['anderthalb Stunden', '90 minutes'],
    ['30 Min.', '30 minutes'],
    ['2 Std.', '2 hours'],
    ['1,5 Stunden', '1.5 hours'],
    ['einen Tag lang', 'a day'],
    ['bis in 2 Stunden', 'until in 2 hours'],
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
    ['hasta las 18:00', 'until 18:00'],
    ['hasta las 18h', 'until 18:00'],
    ['hasta las 18:30 h', 'until 18:30'],
    ['hasta las 18.30', 'until 18:30'],
    ['hasta la 1:00', 'until 1:00'],
    ['hasta mañana a las 9h', 'until tomorrow 9:00'],
    ['hasta mañana al mediodía', 'until tomorrow noon'],
    ['hasta el mes que viene', 'until next month'],
    ['hasta la próxima semana', 'until next week'],
    ['hasta el próximo viernes', 'until next friday'],
    ['hasta el viernes que viene', 'until next friday'],
    ['hasta este sábado', 'until this saturday'],
    ['hasta el viernes 4 de diciembre', 'until friday 4 december'],
    ['hasta el 3 de diciembre de 2026', 'until 3 december 2026'],
    ['hasta el 3 dic.', 'until 3 dec'],
    ['hasta el día 24 de diciembre', 'until 24 december'],
    ['hasta el 24/12', 'until 24/12'],
    ['del 24 de diciembre al 2 de enero', 'from 24 december to 2 january'],
    ['del 24/12 al 31/12', 'from 24/12 to 31/12'],
    ['de lunes a viernes', 'from monday to friday'],
    ['de 20:00 a 22:00', 'from 20:00 to 22:00'],
    ['de lunes a las 8:00 a viernes a las 9:00', 'from monday 8:00 to friday 9:00'],
    ['desde las 18:00 hasta las 20:00', 'from 18:00 until 20:00'],
    ['desde mañana hasta el lunes', 'from tomorrow until monday'],
    ['a partir del lunes durante 3 días', 'from monday for 3 days'],
    ['hasta el fin de la semana', 'until end of week'],
    ['hasta el final de la semana', 'until end of week'],
    ['hasta fin de mes', 'until end of month'],
    ['hasta el final del mes', 'until end of month'],
    ['hasta el final del día', 'until end of day'],
    ['hasta fin de año', 'until end of year'],
    ['una hora y media', '90 minutes'],
    ['1h30', '90 minutes'],
    ['durante dos semanas', 'for two weeks'],
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
    ["jusqu'à 18h", 'until 18:00'],
    ['jusqu’à 18h30', 'until 18:30'],
    ["jusqu'à 18 h", 'until 18:00'],
    ["jusqu'à 18 h 30", 'until 18:30'],
    ["jusqu'à 9 heures 30", 'until 9:30'],
    ["jusqu'à demain 18h", 'until tomorrow 18:00'],
    ["jusqu'à lundi 9h30", 'until monday 9:30'],
    ["jusqu'à midi", 'until noon'],
    ["jusqu'à demain midi", 'until tomorrow noon'],
    ["jusqu'au 1er décembre", 'until 1 december'],
    ["jusqu'au 1er décembre 2026 à 14h", 'until 1 december 2026 14:00'],
    ["jusqu'au 3 déc.", 'until 3 dec'],
    ["jusqu'au vendredi 4 décembre", 'until friday 4 december'],
    ["jusqu'au 24/12", 'until 24/12'],
    ['du 24 décembre au 2 janvier', 'from 24 december to 2 january'],
    ['du 24/12 au 31/12', 'from 24/12 to 31/12'],
    ['de lundi à vendredi', 'from monday to friday'],
    ['de 20h à 22h', 'from 20:00 to 22:00'],
    ['de 20h00 à 22h30', 'from 20:00 to 22:30'],
    ['de samedi à 8h à lundi à 9h', 'from saturday 8:00 to monday 9:00'],
    ["de demain jusqu'à lundi", 'from tomorrow until monday'],
    ['à partir de demain pendant 3 jours', 'from tomorrow for 3 days'],
    ['à partir de 18h pendant 3 heures', 'from 18:00 for 3 hours'],
    ["jusqu'à vendredi prochain", 'until next friday'],
    ["jusqu'au mois prochain", 'until next month'],
    ["jusqu'à la fin du mois", 'until end of month'],
    ["jusqu'à la fin de la semaine", 'until end of week'],
    ["jusqu'à la fin de la journée", 'until end of day'],
    ["jusqu'à la fin de l'année", 'until end of year'],
    ["jusqu'à ce samedi", 'until this saturday'],
    ['une heure et demie', '90 minutes'],
    ['2h30', '2h 30m'],
    ['pendant 2h30', 'for 2h 30m'],
    ['3 j', '3 days'],
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
    ['12月3日まで', 'until 3 december'],
    ['12月3日15時まで', 'until 3 december 15:00'],
    ['12月24日から1月2日まで', 'from 24 december until 2 january'],
    ['2026年12月3日まで', 'until 2026-12-03'],
    ['12月3日(木)まで', 'until thursday 3 december'],
    ['12月3日の15時まで', 'until 3 december 15:00'],
    ['18時まで', 'until 18:00'],
    ['18時30分まで', 'until 18:30'],
    ['9時5分まで', 'until 9:05'],
    ['午後6時まで', 'until 6pm'],
    ['午前9時30分まで', 'until 9:30am'],
    ['今日の18時まで', 'until today 18:00'],
    ['明日の午後3時まで', 'until tomorrow 3pm'],
    ['明後日まで', 'until the day after tomorrow'],
    ['正午まで', 'until noon'],
    ['来週の月曜日まで', 'until monday next week'],
    ['今週の土曜日まで', 'until this saturday'],
    ['今度の月曜日まで', 'until the coming monday'],
    ['次の月曜日まで', 'until next monday'],
    ['月曜から金曜まで', 'from monday until friday'],
    ['18時から20時まで', 'from 18:00 until 20:00'],
    ['明日から3日間', 'from tomorrow for 3 days'],
    ['来月まで', 'until next month'],
    ['月末まで', 'until end of month'],
    ['今月末まで', 'until end of month'],
    ['来年まで', 'until next year'],
    ['1時間半', '90 minutes'],
    ['一時間', '1 hour'],
    ['二週間', '2 weeks'],
    ['十五分', '15 minutes'],
    ['三十分', '30 minutes'],
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
    ['até às 18h', 'until 18:00'],
    ['até as 18h30', 'until 18:30'],
    ['até às 18:00', 'until 18:00'],
    ['até segunda às 9h', 'until monday 9:00'],
    ['até amanhã às 9 h', 'until tomorrow 9:00'],
    ['até amanhã ao meio-dia', 'until tomorrow noon'],
    ['até o meio-dia', 'until noon'],
    ['até à meia-noite', 'until midnight'],
    ['até 3 de dezembro de 2026', 'until 3 december 2026'],
    ['até o dia 24 de dezembro', 'until 24 december'],
    ['até 3 dez', 'until 3 dec'],
    ['até 24/12', 'until 24/12'],
    ['até sexta-feira, 4 de dezembro', 'until friday 4 december'],
    ['de 24 de dezembro a 2 de janeiro', 'from 24 december to 2 january'],
    ['de 24/12 a 31/12', 'from 24/12 to 31/12'],
    ['de segunda a sexta', 'from monday to friday'],
    ['das 20h às 22h', 'from 20:00 to 22:00'],
    ['de segunda às 8h até sexta às 9h', 'from monday 8:00 until friday 9:00'],
    ['a partir de amanhã por 3 dias', 'from tomorrow for 3 days'],
    ['a partir das 18h por 3 horas', 'from 18:00 for 3 hours'],
    ['até a semana que vem', 'until next week'],
    ['até o mês que vem', 'until next month'],
    ['até o próximo mês', 'until next month'],
    ['até a próxima sexta', 'until next friday'],
    ['até sexta que vem', 'until next friday'],
    ['até este sábado', 'until this saturday'],
    ['até o fim da semana', 'until end of week'],
    ['até o final do mês', 'until end of month'],
    ['até o fim do dia', 'until end of day'],
    ['até o fim do ano', 'until end of year'],
    ['uma hora e meia', '90 minutes'],
    ['1h30', '90 minutes'],
    ['por duas semanas', 'for two weeks'],
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

it.each([
  ['en', 'until the weekend'],
  ['de', 'bis Wochenende'],
  ['de', 'bis zum Wochenende'],
  ['es', 'hasta el fin de semana'],
  ['es', 'hasta el próximo fin de semana'],
  ['es', 'hasta la mañana'],
  ['es', 'hasta el lunes por la mañana'],
  ['fr', "jusqu'au week-end"],
  ['fr', "jusqu'à la fin de semaine"],
  ['ja', '週末まで'],
  ['ja', '今週末まで'],
  ['ja', '3日まで'],
  ['ja', '午後0時まで'],
  ['pt', 'até o fim de semana'],
  ['pt', 'até o final de semana'],
])('in the language %s, “%s” is not understood', (language, term) =>
  expect(endIn(language, term)).toBe('unknown'),
)

it('a date that its words make clear is not asked about', () => {
  expect(endIn('ja', '12月3日(金)まで')).toBe('no-such-date')
  expect(endIn('de', 'bis Fr 4/12')).toBe('2026-12-04T08:00')
  expect(endIn('de', 'bis 1.12')).toBe('ambiguous')
  expect(endIn('de', 'bis 1.12 Uhr')).toBe('2026-11-21T00:12')
  expect(endIn('es', 'de 1.12 a 3.12')).toBe('ambiguous')
  expect(endIn('es', 'hasta las 1.12')).toBe('2026-11-21T00:12')
  expect(endIn('pt', 'até às 1.12')).toBe('2026-11-21T00:12')
  expect(endIn('de', 'bis Freitag 4/12')).toBe('2026-12-04T08:00')
})

it('on a Wednesday, the next Friday can mean two days in each language', () => {
  const wednesday = Date.UTC(2026, 10, 18, 12)
  const kindIn = (language: string, term: string) => {
    const read = speakIn(language, () => readTerm(term, { now: wednesday, zone: 'Europe/Berlin' }))
    return 'problem' in read ? read.problem : minute(read.until)
  }
  const asked = { kind: 'ambiguous', readings: ['2026-11-20', '2026-11-27'] }
  for (const [language, term] of [
    ['en', 'until next friday'],
    ['de', 'bis nächsten Freitag'],
    ['es', 'hasta el próximo viernes'],
    ['es', 'hasta el viernes que viene'],
    ['fr', "jusqu'à vendredi prochain"],
    ['ja', '次の金曜日まで'],
    ['pt', 'até a próxima sexta'],
    ['pt', 'até sexta que vem'],
  ] as const)
    expect(kindIn(language, term)).toEqual(asked)
  expect(kindIn('de', 'bis kommenden Freitag')).toBe('2026-11-20T08:00')
})

describe('an English term', () => {
  const { units, weekdays, months, short, days, counts, half, until, next, coming, thisOne, ends, noon } =
    english
  const docs = readFileSync('docs/use/quiet.md', 'utf8').split('## Times and names in commands')[1] ?? ''
  const written = [...docs.matchAll(/^- (?:lengths|days|dates|times|ends|with a start): .*$/gm)].flatMap(
    ([line]) => [...line.matchAll(/`([^`]+)`/g)].map(([, term = '']) => term),
  )
  const dayWords = [
    ...weekdays,
    ...Object.keys(short),
    ...weekdays.map((name) => name.slice(0, 3)),
    ...Object.keys(days),
  ]
  const monthWords = [...months, ...months.map((name) => name.slice(0, 3)), 'sept']
  const dates = monthWords.flatMap((month) => [`1 ${month}`, `${month} 1st`, `${month} 1`])
  const terms = [
    ...written,
    ...Object.values(units)
      .flat()
      .flatMap((unit) => [`1${unit}`, `3 ${unit}`, `for 2${unit}`, `a ${unit}`]),
    ...Object.keys(counts).map((count) => `${count} days`),
    ...half.map((words) => `${words} day`),
    ...[...dayWords, ...dates].flatMap((day) => [
      `until ${day}`,
      `until ${day} 9am`,
      `until 9 p.m. ${day}`,
      `until ${day} at 9:30`,
    ]),
    ...[...next, ...coming, ...thisOne].flatMap((word) => [
      `until ${word} friday`,
      `until end of ${word} week`,
    ]),
    ...[...Object.keys(ends), ...noon, '9am', '9 a.m.', '9 p.m.', '9.30', '9:30pm'].flatMap((end) =>
      until.map((word) => `${word} ${end}`),
    ),
    ...[
      'on friday',
      'friday of next week',
      'the end of the month',
      '1st of december 2026',
      'in 2 hours',
      '2 hours from now',
    ].map((end) => `until ${end}`),
    ...[
      'from saturday 9am until monday 9 a.m.',
      'from 1 dec to 3 dec',
      'from 18:00 for 3 hours',
      '1h30m',
      'an hour and 30 minutes',
    ],
  ]

  it.each(languages)('is read the same in the language %s', (language) => {
    expect(written.length).toBeGreaterThan(20)
    expect(terms.map((term) => [term, endIn(language, term)])).toEqual(
      terms.map((term) => [term, endIn('en', term)]),
    )
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

it('a name that ends in “Al” keeps it in Spanish', () =>
  expect(speakIn('es', () => splitTerm('Weird Al 7d'))).toEqual({ name: 'Weird Al', term: '7d' }))

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

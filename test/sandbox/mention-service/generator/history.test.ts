import { expect, it } from 'vitest'
import { noon } from '../../../../packages/listen/test/api/start-service.ts'
import { addHistory } from '../../../../sandbox/mention-service/generator/history.ts'
import { mentionRecord } from '../../../../sandbox/mention-service/records.ts'
import { createMentionStore } from '../../../../sandbox/mention-service/store.ts'

const hour = 60 * 60 * 1000
const dayMs = 24 * hour

function worldAt(now: number, seed = 7, days = 65) {
  const mentionStore = createMentionStore({ now: () => now })
  addHistory(mentionStore, { seed, now, days })
  return mentionStore
}
const bodies = (mentionStore: ReturnType<typeof createMentionStore>, alert = '1001') =>
  mentionStore.mentions(alert, 'id').map(({ body }) => mentionRecord.parse(body))

const world = worldAt(noon)
const everything = ['1001', '1002', '1003'].flatMap((alert) => bodies(world, alert))

it('the sandbox’s generator makes the same mentions from the same seed, and different mentions from another seed', () => {
  expect(bodies(worldAt(noon, 7, 9))).toEqual(bodies(worldAt(noon, 7, 9)))
  expect(bodies(worldAt(noon, 8, 9))).not.toEqual(bodies(worldAt(noon, 7, 9)))
})

it('a history that the sandbox’s generator makes five hours later has the same mentions and newer ones', () => {
  const before = bodies(worldAt(noon, 7, 9))
  const after = bodies(worldAt(noon + 5 * hour, 7, 9))
  expect(after.length).toBeGreaterThan(before.length)
  expect(after.slice(0, before.length)).toEqual(before)
})

it('the sandbox’s generator makes alerts of both types with thousands of mentions in more than sixty days', () => {
  expect(world.alerts().map(({ alert_type }) => alert_type)).toEqual(['mentions', 'mentions', 'leads'])
  expect(everything.length).toBeGreaterThan(3000)
  const dates = everything.map(({ date }) => date)
  expect(Math.max(...dates)).toBeLessThanOrEqual(noon)
  expect(Math.min(...dates)).toBeLessThan(noon - 60 * dayMs)
})

it('the sandbox’s generator makes fewer mentions on Sundays than on Wednesdays, and fewer at night than in the afternoon', () => {
  const countWhere = (test: (date: Date) => boolean) =>
    everything.filter(({ date }) => test(new Date(date))).length
  expect(countWhere((date) => date.getUTCDay() === 0)).toBeLessThan(
    countWhere((date) => date.getUTCDay() === 3),
  )
  expect(countWhere((date) => date.getUTCHours() < 6)).toBeLessThan(
    countWhere((date) => date.getUTCHours() >= 12 && date.getUTCHours() < 18),
  )
})

it.each<[what: string, is: (mention: (typeof everything)[number]) => boolean]>([
  ...['facebook', 'instagram', 'twitter', 'youtube', 'vimeo', 'reddit', 'news-blogs', 'web'].map(
    (source): [string, (mention: (typeof everything)[number]) => boolean] => [
      `the source ${source}`,
      (mention) => mention.source === source,
    ],
  ),
  ['Slack markup from a stranger as the title', ({ title }) => title === '<!channel> <@U1> *x* <http://a|b>'],
  ['a long title', ({ title }) => title.length > 300],
  ['right-to-left text in the title', ({ title }) => /\p{Script=Hebrew}|\p{Script=Arabic}/u.test(title)],
  ['Japanese text', ({ snippet }) => /\p{Script=Hiragana}/u.test(snippet)],
  ['emoji in the title', ({ title }) => /\p{Extended_Pictographic}/u.test(title)],
  ['several tags', ({ tags }) => tags.length > 1],
  ['no sentiment', ({ sentiment }) => sentiment === undefined],
  ['no known language', ({ language }) => language === ''],
  ['a place', ({ location }) => location?.country !== undefined],
  ['an author who writes for a site', ({ author }) => author.written_by !== undefined],
  ['an author whose channel has a description', ({ author }) => author.description !== undefined],
  ['an old date with a new id', ({ id, date }) => Number(BigInt(id) / 100n) - date > dayMs],
  ['an author address without a scheme', ({ author }) => !author.url.startsWith('http')],
])('the sandbox’s generator makes some mentions with %s', (_what, is) => {
  expect(everything.some(is)).toBe(true)
})

it('each mention of the sandbox’s generator has its own address, and no placeholder such as {city} is left in its text', () => {
  for (const { title, snippet } of everything)
    expect(`${title} ${snippet}`).not.toMatch(/\{(device|day|price|version|n|city)\}/)
  expect(new Set(everything.map(({ url }) => url)).size).toBe(everything.length)
})

it('the highlighted positions in mentions of the sandbox’s generator are mostly right and sometimes wrong', () => {
  const marks = everything.flatMap(({ snippet, entities }) =>
    entities.snippet.highlighted_text.map(
      ({ text, start_index, end_index }) => snippet.slice(start_index, end_index) === text,
    ),
  )
  const right = marks.filter(Boolean).length
  expect(right / marks.length).toBeGreaterThan(0.9)
  expect(right).toBeLessThan(marks.length)
})

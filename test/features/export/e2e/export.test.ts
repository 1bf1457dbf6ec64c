import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { World } from '../../../tools/e2e/bot-world.ts'
import { ben, mei, peopleOf, startForPeople } from '../../../tools/e2e/from-slack.ts'

let world: World
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  world = await startForPeople()
  people = peopleOf(world)
})
afterAll(() => world?.close())

it('export sends the posted mentions as a CSV file in a direct message, and says what to do if Slack refuses the file', async () => {
  const ts = await people.cardOf(190, { title: '=HYPERLINK("https://evil.example")', reach: 7 })
  await people.press(ts, 'mention_claim', ben)
  await world.until('the claim', () => people.message(ts)?.text.includes('Claimed by Ben Okafor') === true)
  expect(await people.ask('export acme 7d', mei)).toMatch(
    /^\d+ mentions? of the last 7 days\. The file is in your direct messages/,
  )
  const direct = [...world.slack.state.channels.values()].find(({ user }) => user === mei)
  const [file] = people.messages(direct?.id ?? '').at(-1)?.files ?? []
  const csv = await (await fetch(file?.url_private ?? '')).text()
  const rows: Record<string, string>[] = parse(csv, { columns: true, bom: true })
  expect(rows).toHaveLength(world.ids().length)
  expect(rows.find((row) => row['mention id'] === '190')).toMatchObject({
    ...{ channel: '#brand-watch', subscription: 'acme', alert: 'Acme brand', reach: '7' },
    ...{ title: `'=HYPERLINK("https://evil.example")`, state: 'claimed', person: 'Ben Okafor' },
    'posted (Asia/Tokyo)': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  })
  expect(await people.ask('export 2y', mei)).toContain("isn't a time to export")
  expect(await people.ask('export amce', mei)).toContain('No subscription matches “amce”')
  const fault = (method: string, act: Parameters<typeof world.slack.control.fault>[0]['act']) =>
    world.slack.control.fault({ method, times: 1, act })
  fault('files.getUploadURLExternal', { do: 'error', error: 'missing_scope' })
  expect(await people.ask('export', mei)).toContain('permission files:write')
  fault('files.getUploadURLExternal', { do: 'rateLimit', retryAfter: 20 })
  expect(await people.ask('export', mei)).toContain('Try again in 20 seconds')
  fault('files.completeUploadExternal', { do: 'reset', after: true })
  expect(await people.ask('export', mei)).toContain('If the file is not in your direct messages')
})

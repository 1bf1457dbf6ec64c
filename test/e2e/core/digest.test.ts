import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { DecisionRecord } from '../../../src/model/decision.ts'
import { openStoreOf } from '../../tools/e2e/bot-store.ts'
import { alertId, channel, createWorld, type World, type WorldOptions } from '../../tools/e2e/bot-world.ts'
import { shownText } from '../../tools/message-checks.ts'

let world: World | undefined
afterEach(() => world?.close())

const day = 86_400_000
const ana = 'U0000000ANA'
const digest = {
  name: 'daily',
  channel,
  alerts: [alertId],
  schedule: '0 0 * * *',
  timezone: 'UTC',
  period: 'day',
}
const yesterday = () => new Date(Date.now() - day).toISOString().slice(0, 10)

async function withDigest(options: Partial<WorldOptions> = {}): Promise<World> {
  const configuration = { doubtSeconds: 1, digests: [digest], ...options.configuration }
  const made = await createWorld({ ...options, configuration })
  world = made
  for (let id = 1; id <= 12; id++) made.add(id, { date: Date.now() - day })
  return made
}

const digestsIn = (made: World) =>
  made.slack.control.messages(channel).filter(({ metadata }) => metadata?.event_type === 'overheard_digest')

it('a digest that was missed by less than a day is posted at the next start, and not again after a restart that posts another one', async () => {
  const made = await withDigest()
  made.start()
  await made.until('the digest', () => digestsIn(made).length > 0)
  await made.end()
  const digests = [digest, { ...digest, name: 'another' }]
  writeFileSync(join(made.folder, 'overheard.yaml'), stringify({ doubtSeconds: 1, digests }))
  made.start()
  await made.until('the other digest', () => digestsIn(made).length > 1)
  await made.end('SIGTERM')
  expect(digestsIn(made).map(({ metadata }) => metadata?.event_payload)).toEqual(
    ['daily', 'another'].map((name) => ({ name, period: yesterday(), part: 0 })),
  )
  expect(digestsIn(made)[0]?.text).toContain('12 mentions')
})

/** Decisions of yesterday by five rules, which take two pages. */
const held: Pick<DecisionRecord, 'outcome' | 'reason' | 'detail'>[] = [
  { outcome: 'skipped', reason: 'only.language' },
  { outcome: 'skipped', reason: 'only.language' },
  { outcome: 'skipped', reason: 'except.author', detail: '<!channel> PR' },
  { outcome: 'skipped', reason: 'mute.author', detail: 'Spam King' },
  { outcome: 'skipped', reason: 'maxAge', detail: '2026-01-01T00:00:00.000Z' },
  { outcome: 'rejected', reason: 'invalid_blocks' },
  { outcome: 'posted', reason: 'passed' },
]

it('the buttons of a digest open modals with the figures and, page by page, with the mentions that were not posted', async () => {
  const subscriptions = [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }]
  const made = await withDigest({ configuration: { subscriptions } })
  await rememberHeld(made)
  made.start()
  await made.until('the digest', () => digestsIn(made).length > 0)
  await made.until('a connection', () => made.slack.control.sockets() > 0)
  const { ts = '', text } = digestsIn(made)[0] ?? {}
  expect(text).toContain('12 mentions')

  const figures = await opened(made, ts, 'digest_details', 'By source')
  expect(figures.text).toContain('Mentions 12 (no earlier data)')

  const first = await opened(made, ts, 'digest_held_back', 'Page 1 of 2')
  expect(first.text).toContain('Not posted: 6 of 7 mentions.')
  expect(first.text).toContain('2 filtered out by language')
  expect(first.text).toContain('<!channel> PR')
  const second = await turned(made, first.view, 'digest_held_back_page_on', 'Page 2 of 2')
  await turned(made, second.view, 'digest_held_back_page_back', 'Page 1 of 2')
  expect(made.slack.state.ephemerals).toEqual([])
  expect(made.output()).not.toContain('"level":50')
})

async function rememberHeld(made: World): Promise<void> {
  const store = await openStoreOf(made)
  const at = Date.parse(`${yesterday()}T12:00:00Z`)
  const entries = held.map((one, index) => {
    const id = String(9001 + index)
    return { at, subscription: 'acme', alert: alertId, id, url: `https://news.example/${id}`, ...one }
  })
  store.decisions.record(entries)
  await store.decisions.close()
  await store.close()
}

type Shown = { view: string; text: string }

/** The text of the modal that Ana has open. */
function modalOf(made: World): Shown {
  const view = made.slack.state.views.filter(({ user }) => user === ana).at(-1)?.view
  return { view: view?.id ?? '', text: shownText(view?.blocks) }
}

/** Presses a button of a digest and waits for the content of the modal that it opens. */
async function opened(made: World, ts: string, actionId: string, shown: string): Promise<Shown> {
  await made.slack.people.press({ user: ana, channel, ts, actionId })
  await made.until(shown, () => modalOf(made).text.includes(shown))
  return modalOf(made)
}

/** Opens the next page in the modal. */
async function turned(made: World, view: string, actionId: string, shown: string): Promise<Shown> {
  await made.slack.people.pressInView({ user: ana, viewId: view, actionId })
  await made.until(shown, () => modalOf(made).text.includes(shown))
  return modalOf(made)
}

import { expect, it } from 'vitest'
import { explainNotPosted } from '../../src/digests/explain.ts'
import { readDigestAsk } from '../../src/listeners/actions/digest-buttons.ts'
import type { DecisionRecord } from '../../src/model/decision.ts'
import type { Mute } from '../../src/model/mute.ts'
import { askedOf, createDigestWorld, day } from '../tools/digest-world.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const monday = Date.UTC(2026, 10, 23, 8)
const ask = { digest: 'weekly', channel: 'C1', range: { from: '2026-11-16', to: '2026-11-22' }, page: 0 }
const within = Date.UTC(2026, 10, 18, 12)

type Some = Partial<DecisionRecord>
const entry = (id: number, some: Some): DecisionRecord => ({
  at: within + id * 60_000,
  subscription: 'acme',
  alert: '7',
  id: String(id),
  url: `https://news.example/${id}`,
  outcome: 'skipped',
  reason: 'only.language',
  ...some,
})
const log: Some[] = [
  { outcome: 'posted', reason: 'passed' },
  { reason: 'only.language' },
  { reason: 'only.language' },
  { reason: 'only.reach' },
  { reason: 'except.author', detail: 'Acme PR' },
  { reason: 'maxAge', detail: '2026-10-01T00:00:00.000Z' },
  { reason: 'mute.author', detail: 'Spam King' },
  { reason: 'mute.author', detail: 'Spam King' },
  { reason: 'mute.domain', detail: 'spam.example' },
  { reason: 'duplicate.title', detail: '0', channel: 'C1', ts: '9.0' },
  { reason: 'duplicate.title', detail: '0', channel: 'C1', ts: '9.0' },
  { outcome: 'waiting', reason: 'quiet', detail: '2026-11-23T09:00:00.000Z' },
  { outcome: 'rejected', reason: 'invalid_blocks' },
  { reason: 'only.source', at: monday },
]

function depsWith(entries: DecisionRecord[], mutes: Mute[] = []) {
  const checkpoint = { watermark: '0', origin: '0', done: [] }
  return {
    ...askedOf(createDigestWorld(monday)),
    subscriptionsOf: async () => [subscriptionOf()],
    mutes: () => mutes,
    nameOf: async () => 'Ana Lima',
    decisions: {
      entries: async function* () {
        yield* entries
      },
    },
    checkpoints: { load: async () => ({ kind: 'kept', checkpoint: checkpoint }) as const },
  }
}
const deps = depsWith(
  log.map((some, id) => entry(id, some)),
  [{ channel: 'C1', kind: 'author', name: 'Spam King', by: 'U1', at: 0 }],
)

/** Polls the pages as somebody does who presses "Next page" until there is none. */
async function allPages(): Promise<string[]> {
  const pages: string[] = []
  for (let asked = ask; ; ) {
    const { text, blocks } = await explainNotPosted(deps, asked)
    pages.push(text)
    const [, on] =
      /"action_id":"digest_held_back_page_on","value":("(?:\\.|[^"\\])*")/.exec(JSON.stringify(blocks)) ?? []
    if (on === undefined) return pages
    asked = readDigestAsk(JSON.parse(on))
  }
}

it('the modal of mentions that were not posted lists every rule on one of its pages, with its count', async () => {
  const pages = await allPages()
  expect(pages).toHaveLength(3)
  const text = pages.join('\n')
  for (const line of [
    '2 filtered out by language: its language is not one this channel asked for.',
    '1 filtered out by reach:',
    '1 filtered out by excluded author:',
    '1 filtered out by age:',
    '2 by muted authors.',
    '1 from muted sites.',
    '2 duplicates: it was added to an existing post with the same title.',
    '1 waiting:',
    '1 rejected by Slack:',
  ])
    expect(text.split(line), line).toHaveLength(2)
  expect(text).not.toContain('its source')
})

it('the modal of mentions that were not posted names who muted an author, which card the duplicates were added to, and why each example was skipped', async () => {
  const text = (await allPages()).join('\n')
  expect(text).toContain('Spam King: 2 (muted by Ana Lima).')
  expect(text).toContain('spam.example: 1.')
  expect(text).toContain('news.example/6, Nov 18, 2026, 12:06 UTC: the author is muted (Spam King).')
  expect(text).toContain('quiet hours until Nov 23, 2026, 09:00 UTC')
  const { blocks } = await explainNotPosted(deps, ask)
  expect(JSON.stringify(blocks)).toContain('https://slack.example/C1/9.0')
})

it.each<[string, Parameters<typeof explainNotPosted>[0], number, string]>([
  ['shows its last page instead of a page that does not exist', deps, 99, 'Page 3 of 3'],
  [
    'says that the decision log no longer covers the whole period',
    { ...deps, now: () => monday + 30 * day },
    0,
    'keeps it for 35 days',
  ],
  [
    'says that everything was posted',
    depsWith([entry(1, { outcome: 'posted', reason: 'passed' })]),
    0,
    'Everything was posted',
  ],
  [
    'says that the channel has no subscriptions',
    { ...deps, subscriptionsOf: async () => [] },
    0,
    'Nothing is watched',
  ],
  [
    'says that the decision log cannot be read',
    {
      ...deps,
      decisions: {
        entries: () => {
          throw new Error('EIO')
        },
      },
    },
    0,
    'cannot be read now',
  ],
])('the modal of mentions that were not posted %s', async (_, given, page, words) =>
  expect((await explainNotPosted(given, { ...ask, page })).text).toContain(words),
)

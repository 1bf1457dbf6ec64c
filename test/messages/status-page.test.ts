import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type StatusReport, statusPage } from '../../src/health/status-page.ts'
import type { OpenProblem } from '../../src/model/problem.ts'
import { withPlainSpaces } from '../tools/message-sketch.ts'

const now = Date.UTC(2026, 10, 20, 9, 30)

function problem(fields: Partial<OpenProblem> = {}): OpenProblem {
  return {
    key: 'channel C1',
    since: now - 12 * 60_000,
    subscription: 'acme',
    channel: '#brand',
    what: 'Slack accepts no messages for #brand: not_in_channel.',
    whatToDo: 'Type /invite @overheard in #brand.',
    ...fields,
  }
}

const installation = '1vmj0d4k3f9x'

const shown = (report: Omit<StatusReport, 'installation'>) =>
  withPlainSpaces(statusPage({ installation, ...report }, now))

it('the status page says that all is well if no problem is open', () => {
  const page = shown({ problems: [], warnings: [], subscriptions: [], behind: [], paused: [] })
  expect(page).toContain('<h1>All is well</h1>')
  expect(page).toContain('Every subscription is up to date.')
})

it('the status page says for each problem what is wrong, since when, for whom, and what to do', () => {
  const page = shown({ problems: [problem()], warnings: [], subscriptions: [], behind: [], paused: [] })
  expect(page).toContain('<h1>One thing needs a person</h1>')
  expect(page).toContain('not_in_channel')
  expect(page).toContain('Nov 20, 2026, 09:18 UTC</time>, for 12 minutes · acme · #brand')
  expect(page).toContain('/invite @overheard')
})

it('the status page shows warnings, and names the subscription that is furthest behind', () => {
  const warnings = [{ what: 'The disk is wiped.', whatToDo: 'Set DATABASE_URL.' }]
  const behind = [{ subscription: 'acme', ms: 180_000 }]
  const page = shown({ problems: [], warnings, subscriptions: [], behind, paused: [] })
  expect(page).toContain('Set DATABASE_URL.')
  expect(page).toContain('Furthest behind is acme: 3 minutes.')
})

it('the status page shows which subscriptions are paused, until when, and whether the question after a pause waits for an answer', () => {
  const until = now + 3_600_000
  const page = shown({
    problems: [],
    warnings: [],
    behind: [],
    subscriptions: [],
    paused: [
      { name: 'acme', at: now, until, state: 'paused' },
      { name: 'rival', at: now - 90_000_000, until: now, state: 'asks' },
    ],
  })
  expect(page).toContain('<h2>acme is paused</h2>')
  expect(page).toContain('Nov 20, 2026, 10:30 UTC</time>. New mentions wait.')
  expect(page).toContain('The question in its channel waits for an answer.')
})

it('the status page shows for each subscription how often it is polled and how late its mentions are, the most delayed one first', () => {
  const delays = (ours: number) => ({
    mentions: 40,
    service: { median: 180_000, p95: 1_260_000 },
    ours: { median: ours, p95: 2 * ours },
  })
  const page = shown({
    problems: [],
    warnings: [],
    behind: [],
    paused: [],
    subscriptions: [
      { subscription: 'new' },
      { subscription: 'quick', checkedEveryMs: 6000, checkedAt: now - 4000, delays: delays(3500) },
      { subscription: 'slow', checkedEveryMs: 600_000, checkedAt: now - 60_000, delays: delays(300_000) },
    ],
  })
  const rows = [...page.matchAll(/<tr><th>(\w+)<\/th>(<td>.*)<\/tr>/g)].map(([, name, cells = '']) => [
    name,
    ...cells.replaceAll('</td>', '').split('<td>').slice(1),
  ])
  expect(rows).toEqual([
    ['slow', '10 min', '1 min', '3 min', '21 min', '5 min', '10 min'],
    ['quick', '6 sec', '4 sec', '3 min', '21 min', '4 sec', '7 sec'],
    ['new', '', '', '', '', '', ''],
  ])
})

it('the status page does not call a subscription behind if it has been due only for seconds', () => {
  const page = shown({
    problems: [],
    warnings: [],
    subscriptions: [],
    behind: [{ subscription: 'acme', ms: 2000 }],
    paused: [],
  })
  expect(page).toContain('Every subscription is up to date.')
})

it('a stranger’s text cannot add a tag or an attribute to the status page', () => {
  const foreign = fc.oneof(
    fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '/', '=', ' ', 'a', '\u0000') }),
    fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</style>', '&lt;', "'"),
  )
  const tagsOf = (page: string) => page.match(/<[^>]*>/g)?.map((tag) => tag.replace(/datetime="[^"]*"/, ''))
  const shownWith = (text: string) =>
    statusPage(
      {
        installation,
        problems: [problem({ what: text, whatToDo: text, detail: text, subscription: text, channel: text })],
        warnings: [{ what: text, whatToDo: text }],
        behind: [{ subscription: text, ms: 90_000 }],
        paused: [{ name: text, at: now, state: 'paused' }],
        subscriptions: [{ subscription: text, checkedEveryMs: 6000, checkedAt: now - 4000 }],
      },
      now,
    )
  const calm = tagsOf(shownWith('plain'))
  fc.assert(
    fc.property(foreign, (text) => {
      expect(tagsOf(shownWith(text))).toEqual(calm)
    }),
  )
  expect(shownWith('a')).not.toMatch(/<script|\son\w+=|javascript:|https?:/i)
})

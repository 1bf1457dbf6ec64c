import fc from 'fast-check'
import { expect, it } from 'vitest'
import { statusPage } from '../../src/health/status-page.ts'
import type { OpenProblem } from '../../src/model/problem.ts'

const now = Date.UTC(2026, 10, 20, 9, 30)

function trouble(fields: Partial<OpenProblem> = {}): OpenProblem {
  return {
    key: 'channel C1',
    since: now - 12 * 60_000,
    subscription: 'acme',
    channel: '#brand',
    what: 'Slack takes no messages for #brand: not_in_channel.',
    whatToDo: 'Invite the bot to the channel: /invite @overheard.',
    ...fields,
  }
}

it('is calm when nothing is wrong', () => {
  const page = statusPage({ troubles: [], remarks: [], behind: [] }, now)
  expect(page).toContain('<h1>All is well</h1>')
  expect(page).toContain('Every subscription is up to date.')
})

it('says what is wrong, since when, for whom, and what to do', () => {
  const page = statusPage({ troubles: [trouble()], remarks: [], behind: [] }, now)
  expect(page).toContain('<h1>One thing needs a person</h1>')
  expect(page).toContain('not_in_channel')
  expect(page).toContain('2026-11-20 09:18 UTC</time>, for 12 minutes · acme · #brand')
  expect(page).toContain('/invite @overheard')
})

it('shows remarks, and names who is furthest behind', () => {
  const remarks = [{ what: 'The disk is wiped.', whatToDo: 'Set DATABASE_URL.' }]
  const behind = [{ subscription: 'acme', ms: 180_000 }]
  const page = statusPage({ troubles: [], remarks, behind }, now)
  expect(page).toContain('Set DATABASE_URL.')
  expect(page).toContain('Furthest behind is acme: 3 minutes.')
})

it('does not call a subscription behind that is merely having its turn', () => {
  const page = statusPage({ troubles: [], remarks: [], behind: [{ subscription: 'acme', ms: 2000 }] }, now)
  expect(page).toContain('Every subscription is up to date.')
})

it('has no tag, entity or attribute of foreign words, whatever they are', () => {
  const foreign = fc.oneof(
    fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '/', '=', ' ', 'a', '\u0000') }),
    fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</style>', '&lt;', "'"),
  )
  const tagsOf = (page: string) => page.match(/<[^>]*>/g)?.map((tag) => tag.replace(/datetime="[^"]*"/, ''))
  const shown = (text: string) =>
    statusPage(
      {
        troubles: [trouble({ what: text, whatToDo: text, subscription: text, channel: text })],
        remarks: [{ what: text, whatToDo: text }],
        behind: [{ subscription: text, ms: 90_000 }],
      },
      now,
    )
  const calm = tagsOf(shown('plain'))
  fc.assert(
    fc.property(foreign, (text) => {
      expect(tagsOf(shown(text))).toEqual(calm)
    }),
  )
  expect(shown('a')).not.toMatch(/<script|\son\w+=|javascript:|https?:/i)
})

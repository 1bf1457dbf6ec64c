import { describe, expect, it } from 'vitest'
import { duplicateSites } from '../../src/cards/posted-cards.ts'
import { type OtherSites, storySites } from '../../src/messages/mention/card-additions.ts'
import { whyAnswer } from '../../src/messages/reasons.ts'
import { faultsOf } from '../tools/message-checks.ts'
import { sketch } from '../tools/message-sketch.ts'
import { naughtyStrings } from '../tools/naughty-strings.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { card } from '../tools/sample-menu.ts'

const place = { subscription: 'acme', alert: '7', style: 'full' as const }
const withSites = (sites: OtherSites | undefined) => card(sampleMention(), place, { kind: 'open' }, sites)
const folded = { sites: 12, reach: 1_300_000 }
const link = 'https://acme.slack.com/archives/C1/p1795217557378000'
const urls = Array.from({ length: 30 }, (_, index) => `https://www.p${index}.example/recall?id=${index}`)

describe('the line about a story on a card', () => {
  it('names the sites and their combined reach', () =>
    expect(sketch(withSites(storySites(folded, urls.slice(0, 3))))).toMatchSnapshot())

  it('names only the sites if nobody knows their reach', () =>
    expect(storySites({ sites: 12, reach: 0 }, [])?.label).toBe('Picked up by 12 sites'))

  it('begins with the reach if the story resurfaced', () =>
    expect(sketch(withSites(storySites(folded, [], { link })))).toMatchSnapshot())

  it('counts the sites that it does not link', () => {
    const many = Array.from({ length: 12 }, (_, at) => `https://www.paper${at}.example/recall`)
    const { text, blocks } = withSites(storySites({ sites: 13, reach: 1_300_000 }, many))
    expect(JSON.stringify(blocks)).toContain('paper9.example')
    expect(JSON.stringify(blocks)).toContain('" and 2 more"')
    expect(text).toContain('paper9.example/recall and 2 more')
    const few = withSites(storySites({ sites: 4, reach: 1_300_000 }, many.slice(0, 3)))
    expect(few.text).not.toContain('more')
  })

  it('names only the new sites if the story resurfaced', () => {
    const grown = storySites({ sites: 14, reach: 1_480_000 }, urls.slice(0, 2), { link })
    expect(sketch(withSites(grown))).toMatchSnapshot()
  })

  it('has no link if Slack does not return the address of the first card', () => {
    const content = withSites(storySites(folded, [], {}))
    expect(JSON.stringify(content)).not.toContain('View first post')
  })

  it('is absent if the story is on one site only', () =>
    expect(withSites(storySites({ sites: 1, reach: 5 }, []))).toEqual(withSites(undefined)))

  it('links ten sites at most', () => {
    const { blocks } = withSites(storySites(folded, urls))
    expect(JSON.stringify(blocks).match(/www\.p\d+\.example\/recall/g)).toHaveLength(10)
  })
})

it('a stranger’s address neither breaks a message nor adds words to it', () => {
  for (const text of [...naughtyStrings, 'x'.repeat(2900)]) {
    const hostile = [`https://a.example/${text}`, text, `https://${text}`, `https://${text}.example/`]
    for (const places of [
      duplicateSites(3, hostile),
      storySites(folded, hostile),
      storySites(folded, hostile, { link: text }),
    ]) {
      const content = withSites(places)
      expect(faultsOf(content)).toEqual([])
      expect(content.text).not.toMatch(/<[!@#]/)
    }
  }
})

it('the answer to “why” differs for an original, a duplicate and a story that resurfaced', () => {
  const entry = {
    subscription: 'acme',
    alert: 'Acme brand',
    words: ['Acme'],
    source: 'log' as const,
    at: Date.UTC(2026, 10, 20, 14, 2),
  }
  const told = whyAnswer([
    { ...entry, outcome: 'posted', reason: 'passed' },
    { ...entry, outcome: 'skipped', reason: 'duplicate.address', detail: '1' },
    { ...entry, outcome: 'skipped', reason: 'duplicate.title', detail: '1' },
    { ...entry, outcome: 'skipped', reason: 'duplicate.likeness', detail: '1, 0.89' },
    { ...entry, outcome: 'posted', reason: 'story.again', detail: '1, 12, 1300000' },
  ])
  expect(sketch(told)).toMatchSnapshot()
})

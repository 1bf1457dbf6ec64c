import { expect, it } from 'vitest'
import { checkView } from '../../sandbox/slack/block-kit/blocks.ts'
import { type HomeLine, homeTab } from '../../src/messages/home-tab.ts'
import type { NamedMute } from '../../src/messages/mutes.ts'
import type { OpenPage } from '../../src/messages/open-list.ts'
import { naughtyStrings } from '../tools/naughty-strings.ts'

const line = (index: number): HomeLine => ({
  name: `acme-${index}`,
  alert: 'Acme brand',
  channel: '#brand',
  isFromFile: index % 3 === 0,
  state: { kind: 'up-to-date' },
  isPaused: index % 5 === 0,
})
const lines = (count: number) => Array.from({ length: count }, (_, index) => line(index))
const nothingOpen: OpenPage = { lines: [], total: 0, page: 0, scope: 'home', now: 0 }
const mute = (name: string): NamedMute => ({
  channel: 'C1',
  kind: 'author',
  name,
  by: 'U1',
  byName: 'Ana Lima',
  at: 0,
})
const problems = (blocks: unknown[]) => checkView({ type: 'home', blocks })

it.each([0, 1, 15, 16, 300])('Slack accepts the home tab with %i subscriptions, on every page', (count) => {
  const mutes = Array.from({ length: 50 }, (_, index) => mute(`author ${index}`))
  for (const page of [-1, 0, 7, 19, 500]) {
    const blocks = homeTab({ open: nothingOpen, lines: lines(count), mutes, page })
    expect(blocks.length).toBeLessThanOrEqual(100)
    expect(problems(blocks)).toEqual([])
  }
})

it('the home tab shows each of 300 subscriptions on one of its pages', () => {
  const pages = Array.from({ length: 20 }, (_, page) =>
    JSON.stringify(homeTab({ open: nothingOpen, lines: lines(300), mutes: [], page })),
  )
  const shown = pages.flatMap((page) => page.match(/"text":"acme-\d+"/g) ?? [])
  expect(new Set(shown).size).toBe(300)
  expect(shown).toHaveLength(300)
  expect(pages[0]).not.toContain('home_page_back')
  expect(pages[19]).not.toContain('home_page_on')
})

it('the home tab offers changes only for subscriptions made in Slack', () => {
  const blocks = JSON.stringify(homeTab({ open: nothingOpen, lines: [line(0)], mutes: [], page: 0 }))
  expect(blocks).toContain('managed in the config file')
  expect(blocks).not.toContain('subscription_pause')
})

it('the home tab names the channel of each mute, because it lists the mutes of all channels', () => {
  const mutes = ['C1', 'C2'].map((channel) => ({ ...mute('Kim Lee'), channel }))
  const fields = homeTab({ open: nothingOpen, lines: [], mutes, page: 0 }).flatMap(
    (block) => (block.fields ?? []) as { text: string }[],
  )
  expect(fields.map(({ text }) => text)).toEqual([
    'Muted until somebody unmutes, in <#C1>',
    'by Ana Lima',
    'Muted until somebody unmutes, in <#C2>',
    'by Ana Lima',
  ])
})

it('the home tab accepts names of any kind', () => {
  for (const name of naughtyStrings) {
    const blocks = homeTab({
      open: nothingOpen,
      lines: [{ ...line(1), name, alert: name }],
      mutes: [mute(name)],
      page: 0,
      note: 'Done.',
    })
    expect(problems(blocks)).toEqual([])
  }
})

it('the home tab links to the documentation if its address is set', () => {
  const docs = 'https://wiki.example.com/overheard'
  const blocks = homeTab({ open: nothingOpen, lines: lines(300), mutes: [], page: 0, docs })
  expect(problems(blocks)).toEqual([])
  expect(JSON.stringify(blocks)).toContain(docs)
  expect(JSON.stringify(homeTab({ open: nothingOpen, lines: [], mutes: [], page: 0 }))).not.toContain(
    'Documentation',
  )
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkView } from '../../packages/slack-on-your-desk/src/index.ts'
import {
  alertsPerPage,
  type HomeLine,
  type HomeTabView,
  homeTab,
  mutesChoice,
  mutesModal,
  ownHomeBlocks,
  readAlertValue,
} from '../../src/listeners/texts/home-tab.ts'
import { headed, section } from '../../src/messages/kit/block-kit.ts'
import type { SubscriptionState } from '../../src/model/subscription-status.ts'
import { foreignText } from '../tools/arbitrary-mention.ts'
import { faultsOfModal } from '../tools/message-checks.ts'
import { naughtyStrings } from '../tools/naughty-strings.ts'

const now = Date.UTC(2026, 10, 20, 17, 2)

const edit = { choice: 'edit', label: 'Edit…' }

const line = (index: number): HomeLine => ({
  name: `acme-${index}`,
  alert: 'Acme brand',
  channel: '#brand',
  channelId: 'C1',
  isFromFile: index % 3 === 0,
  state: { kind: 'up-to-date' },
  choices: [...(index % 3 === 0 ? [] : [edit]), mutesChoice()],
})

const quiet: HomeTabView = {
  spikes: [],
  sections: { top: [], welcome: [], open: [], afterSpikes: [] },
  buttons: [],
  alerts: { lines: [], total: 0, page: 0, elsewhere: 0, all: false },
  isUnsure: false,
}

/** A page of 300 alerts. */
function pageOf(shown: number): HomeTabView['alerts'] {
  const lines = Array.from({ length: 300 }, (_, index) => line(index))
  const from = shown * alertsPerPage
  return { ...quiet.alerts, lines: lines.slice(from, from + alertsPerPage), total: 300, page: shown }
}

const textOf = (view: HomeTabView) => JSON.stringify(homeTab(view))

const timestamp = fc.integer({ min: -1, max: Date.UTC(9999, 0, 1) })
const state: fc.Arbitrary<SubscriptionState> = fc.oneof(
  fc.record({
    stopsMentions: fc.boolean(),
    kind: fc.constant('problem' as const),
    what: foreignText,
    whatToDo: foreignText,
  }),
  fc.constantFrom<SubscriptionState>(
    { kind: 'up-to-date' },
    { kind: 'asked-catch-up' },
    { kind: 'behind', ms: 1e9 },
  ),
  timestamp.map((since) => ({ kind: 'paused' as const, since, until: since, by: 'Ana' })),
  timestamp.map((until) => ({ kind: 'quiet' as const, until })),
)
/** The configuration allows names of 80 characters. */
const name = foreignText.map((text) => text.slice(0, 80) || 'x')
const alertLine: fc.Arbitrary<HomeLine> = fc.record({
  ...{
    name,
    alert: foreignText,
    channel: foreignText,
    isFromFile: fc.boolean(),
    choices: fc.constant([edit, mutesChoice()]),
    state,
  },
  channelId: fc.constantFrom('C1', undefined),
  lastMention: timestamp,
})

const spike = fc.record({ alertName: foreignText, lead: foreignText }).map(({ alertName, lead }) => ({
  channel: 'C1',
  permalink: 'https://acme.slack.example/archives/C1/p1795176000000100',
  note: { lead: { user: 'U1', by: lead, at: now } },
  shown: {
    kind: 'live' as const,
    spike: {
      ...{ alertName, signs: [], inLastHour: 60, hours: [60], claims: [], permalinks: {} },
      summary: {
        ...{ startedAt: now, total: 60, rated: 60, negative: 60, reach: 1000, peak: 60 },
        ...{ sources: [], countries: [], top: [] },
      },
    },
  },
}))

const sections = {
  top: [section('From a feature')],
  welcome: [],
  open: headed('What is open', [[section('Open')]]),
  afterSpikes: headed('From another feature', [[section('One')], [section('Two')]]),
}

const hostileHome: fc.Arbitrary<HomeTabView> = fc.record({
  spikes: fc.array(spike, { maxLength: 12 }),
  sections: fc.constant(sections),
  buttons: fc.constant([{ label: 'Laugh…', action: 'laugh' }]),
  alerts: fc.record({
    lines: fc.array(alertLine, { minLength: alertsPerPage, maxLength: alertsPerPage }),
    total: fc.constant(300),
    page: fc.nat(14),
    elsewhere: fc.nat(300),
    all: fc.boolean(),
  }),
  isUnsure: fc.boolean(),
  note: foreignText.map((text) => text.slice(0, 2900) || 'Done.'),
  docs: fc.constant('https://wiki.example.com/overheard'),
})

describe('the home tab', () => {
  it('stays within the limits of Slack with 300 alerts and hostile names, and nothing in it is active markup', () => {
    fc.assert(
      fc.property(hostileHome, (view) => {
        const blocks = homeTab(view)
        expect(blocks.length - Object.values(sections).flat().length).toBeLessThanOrEqual(ownHomeBlocks)
        expect(checkView({ type: 'home', blocks })).toEqual([])
        expect(faultsOfModal(blocks, 'home')).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('shows the sections of features, running spikes and alerts in the order of their places', () => {
    const [view] = fc.sample(hostileHome, { numRuns: 1, seed: 7 })
    const [one] = fc.sample(spike, { numRuns: 1, seed: 7 })
    if (view === undefined || one === undefined) throw new Error('no sample')
    const all = { ...view, isUnsure: false, spikes: [one], sections, alerts: { ...view.alerts, all: false } }
    const headers = homeTab(all).filter(({ type }) => type === 'header')
    expect(headers.map(({ text }) => (text as { text: string }).text.replace(/ \(.*/, ''))).toEqual([
      'What is open',
      'Running spike',
      'From another feature',
      'Alerts in your channels',
    ])
  })

  it('shows each of 300 alerts on one of its pages', () => {
    const pages = Array.from({ length: 15 }, (_, shown) => textOf({ ...quiet, alerts: pageOf(shown) }))
    const shown = pages.flatMap((text) => text.match(/\(acme-\d+\)/g) ?? [])
    expect(new Set(shown).size).toBe(300)
    expect(shown).toHaveLength(300)
    expect(pages[0]).not.toContain('home_page_back')
    expect(pages[14]).not.toContain('home_page_on')
  })

  it('has in the menu of an alert what features offer for it, and the mutes of its channel', () => {
    const fromFile = textOf({ ...quiet, alerts: { ...quiet.alerts, lines: [line(0)], total: 1 } })
    expect(fromFile).toContain('managed in the config file')
    expect(fromFile.match(/"value":"\w+:acme-0"/g)).toEqual(['"value":"mutes:acme-0"'])
    const fromSlack = textOf({ ...quiet, alerts: { ...quiet.alerts, lines: [line(5)], total: 1 } })
    expect(fromSlack.match(/"value":"\w+:acme-5"/g)?.map((value) => value.slice(9, -8))).toEqual([
      'edit',
      'mutes',
    ])
  })

  it('welcomes a new workspace, and in other cases says why nothing is listed', () => {
    expect(textOf(quiet)).toMatch(/Welcome to Overheard.*1\. Add an alert/)
    const elsewhere = textOf({ ...quiet, alerts: { ...quiet.alerts, elsewhere: 9 } })
    expect(elsewhere).toMatch(/No alert posts to a channel that you are in. 9 alerts/)
    expect(elsewhere).toContain('Show all 9 alerts')
    expect(textOf({ ...quiet, isUnsure: true })).toMatch(/Welcome/)
    expect(textOf({ ...quiet, alerts: { ...quiet.alerts, elsewhere: 9 }, isUnsure: true })).toMatch(
      /Slack does not say right now which channels you are in/,
    )
  })

  it('links to the documentation only if its address is set', () => {
    const docs = 'https://wiki.example.com/overheard'
    expect(textOf({ ...quiet, docs })).toContain(docs)
    expect(textOf(quiet)).not.toContain('Documentation')
  })

  it('accepts only values with a choice', () => {
    expect(readAlertValue('edit:a:b')).toEqual({ choice: 'edit', name: 'a:b' })
    for (const value of ['', ':', 'edit']) expect(readAlertValue(value)).toBeUndefined()
  })
})

it('the modal of mutes is valid for any names and any number of mutes', () => {
  const mute = (muted: string) => ({
    ...{ channel: 'C1', kind: 'author' as const, name: muted, by: 'U1', byName: muted, at: 0 },
  })
  const many = Array.from({ length: 150 }, (_, index) =>
    mute(naughtyStrings[index % naughtyStrings.length] ?? ''),
  )
  for (const mutes of [[], [mute('Kim Lee')], many])
    for (const place of ['C1', { direct: 'own' }, { direct: 'other' }] as const) {
      const { title, blocks } = mutesModal(place, mutes)
      expect(checkView({ type: 'modal', title: { type: 'plain_text', text: title }, blocks })).toEqual([])
      expect(faultsOfModal(blocks)).toEqual([])
    }
})

import { describe, expect, it } from 'vitest'
import { checkView } from '../../packages/slack-on-your-desk/src/index.ts'
import { mostBlocksOfSection } from '../../src/kernel/running.ts'
import { createMuteCommands } from '../../src/listeners/commands/mute-commands.ts'
import type { HomeSection } from '../../src/listeners/home-section.ts'
import {
  alertsPerPage,
  type HomeLine,
  type HomeTabView,
  homeTab,
  mutesChoice,
  ownHomeBlocks,
} from '../../src/listeners/texts/home-tab.ts'
import { helpModal, mentionsHelp } from '../../src/listeners/texts/replies.ts'
import { anything } from '../tools/anything.ts'
import { allAdditions, everyFeature, greatestOfFeatures } from '../tools/greatest.ts'
import { faultsOf, faultsOfModal } from '../tools/message-checks.ts'

/** What several features share, and how much of it each may take, so that all together stay within the limits of Slack. */

const greatest = await greatestOfFeatures()
const running = everyFeature()
const long = 'M'.repeat(5000)

const sections = allAdditions().flatMap(({ name, home = [] }) =>
  home.map((section, index): [string, HomeSection, number] => [name, section, index]),
)

const drawnOf = (name: string, index: number) => greatest.get(name)?.home?.[index] ?? []

/** The longest line of an alert. Its menu has what all features offer, even what excludes each other. */
const line: HomeLine = {
  ...{ name: 'M'.repeat(80), alert: long, channel: long, channelId: undefined, isFromFile: true },
  state: { kind: 'problem', stopsMentions: true, what: long, whatToDo: long },
  choices: [...running.all('alertChoices'), mutesChoice()],
}

const spike: HomeTabView['spikes'][number] = {
  channel: 'C1',
  permalink: 'https://acme.slack.example/archives/C1/p1795176000000100',
  note: { lead: { user: 'U1', by: long, at: 0 } },
  shown: {
    kind: 'live',
    spike: {
      ...{ alertName: long, signs: [], inLastHour: 1e9, hours: [60], claims: [], permalinks: {} },
      summary: {
        ...{ startedAt: 0, total: 1e9, rated: 1e9, negative: 1e9, reach: 1e15, peak: 1e9 },
        ...{ sources: [], countries: [], top: [] },
      },
    },
  },
}

const fullTab = (place: (wanted: HomeSection['place']) => HomeTabView['sections']['top']): HomeTabView => ({
  spikes: Array.from({ length: 9 }, () => spike),
  sections: {
    top: place('top'),
    welcome: place('welcome'),
    open: place('open'),
    afterSpikes: place('afterSpikes'),
  },
  alerts: {
    lines: Array.from({ length: alertsPerPage }, () => line),
    total: 1000,
    page: 7,
    elsewhere: 1e6,
    all: false,
  },
  buttons: running.all('homeButtons'),
  isUnsure: false,
  note: long,
  docs: 'https://wiki.example.com/overheard',
})

describe('the home tab', () => {
  it.each(sections)(
    'has a section of the feature %s, which at its greatest is as large as it declares',
    (name, { mostBlocks }, index) => {
      const blocks = drawnOf(name, index)
      expect(blocks, `the blocks in test/features/${name}/greatest.ts`).toHaveLength(mostBlocks)
      expect(faultsOfModal(blocks, 'home')).toEqual([])
    },
  )

  it('has a greatest form of each section in test/features/NAME/greatest.ts, and no others', () => {
    const counted = (all: [string, number][]) => all.filter(([, count]) => count > 0).toSorted()
    expect(counted([...greatest].map(([name, { home = [] }]) => [name, home.length]))).toEqual(
      counted(allAdditions().map(({ name, home = [] }) => [name, home.length])),
    )
  })

  it('has at most 100 blocks, and is valid, with the sections of all features at their greatest', () => {
    const declared = sections.reduce((sum, [, { mostBlocks }]) => sum + mostBlocks, 0)
    expect(ownHomeBlocks + declared).toBeLessThanOrEqual(100)
    const view = fullTab((wanted) =>
      sections.flatMap(([name, { place }, index]) => (place === wanted ? drawnOf(name, index) : [])),
    )
    for (const isUnsure of [false, true]) {
      const blocks = homeTab({ ...view, isUnsure })
      expect(blocks.length).toBeLessThanOrEqual(ownHomeBlocks + declared)
      expect(checkView({ type: 'home', blocks })).toEqual([])
    }
  })
})

describe('the end of a digest', () => {
  it.each([...greatest].flatMap(([name, { digest }]) => (digest ? [[name, digest] as const] : [])))(
    'with what the feature %s adds at its greatest is valid, and at most as large as one feature may add',
    (_name, { blocks, text }) => {
      expect(blocks.length).toBeLessThanOrEqual(mostBlocksOfSection)
      expect(faultsOf({ text: text.join('\n'), blocks }, 40_000)).toEqual([])
    },
  )

  it('has a greatest form of what each feature adds', () => {
    const adding = allAdditions().flatMap(({ name, digest }) => (digest === undefined ? [] : [name]))
    expect([...greatest].flatMap(([name, { digest }]) => (digest ? [name] : []))).toEqual(adding.toSorted())
  })

  it('leaves room for the digest in its first message', () => {
    const adding = allAdditions().filter(({ digest }) => digest !== undefined)
    // The headline with the news, two rows of buttons, and the small print.
    expect(4 + adding.length * mostBlocksOfSection).toBeLessThanOrEqual(50)
  })
})

describe('the help', () => {
  const subcommands = [...running.all('subcommands'), ...createMuteCommands(anything)]

  it('about all subcommands and cards is a valid form', () => {
    const { blocks } = helpModal({ subcommands, onCards: running.all('cardHelp') })
    expect(faultsOfModal(blocks)).toEqual([])
  })

  it('is still a valid form if features add so much that one section has no room for it', () => {
    const lines = Array.from({ length: 40 }, (_, index) => ({
      help: `• \`word${index}\`: ${'x'.repeat(200)}`,
    }))
    const { blocks } = helpModal({
      subcommands: [...subcommands, ...lines],
      onCards: lines.map(({ help }) => help),
    })
    expect(faultsOfModal(blocks)).toEqual([])
    expect(JSON.stringify(blocks).match(/word39/g)).toHaveLength(2)
  })

  it('in short is a valid message', () => expect(faultsOf(mentionsHelp(subcommands))).toEqual([]))
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { createCursors } from '../../src/assistants/cursor.ts'
import { createView, type McpDeps } from '../../src/assistants/facts.ts'
import type { AddTool } from '../../src/assistants/fields.ts'
import { addOverviewTools } from '../../src/assistants/overview-tools.ts'
import { ownMessages, type RegisteredSubscription } from '../../src/model/subscription.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const alertOf = (id: string, name: string) => ({
  id,
  name,
  type: 'mentions',
  projectId: '1',
  projectName: 'P',
})
const registeredOf = (name: string, alert: string, channel: string) => ({
  subscription: subscriptionOf({ name, alert, channel }),
})
const problemOf = (what: string, more: object = {}) => ({
  key: what,
  since: 1,
  what,
  whatToDo: 'Wait.',
  ...more,
})
const digestOf = (name: string, channel: string, alerts: string[]) => ({
  ...{ name, channel, alerts, schedule: '0 9 * * 1', timezone: 'UTC' },
  ...{ period: 'week' as const, whenEmpty: 'skip' as const, people: false },
})

const all = [alertOf('1', 'Acme'), alertOf('2', 'Project Falcon')]
const registered = [
  registeredOf('acme', 'Acme', '#brand'),
  registeredOf('acme-crisis', 'Acme', '#crisis'),
  registeredOf('falcon', 'Project Falcon', '#crisis'),
]
const sources = {
  alerts: { all: async () => all, known: () => all },
  isPrivate: async (alert: string) => alert === '2' || alert === 'Project Falcon',
  registry: { all: () => registered },
  subscriptionsOf: async (channel: string) =>
    registered.map(({ subscription }) => subscription).filter((one) => one.channel === channel),
  digests: [
    digestOf('weekly', '#brand', ['Acme']),
    digestOf('both', '#brand', ['Acme', 'Project Falcon']),
    digestOf('shared', '#crisis', ['Acme']),
  ],
  openProblems: () => [
    problemOf('Slack is away.'),
    problemOf('It stopped.', { subscription: 'falcon' }),
    problemOf('It stopped, too.', { subscription: 'acme' }),
    problemOf("There is no alert 'Acne'. There are: 'Acme', 'Project Falcon'."),
    problemOf('It cannot be posted.', { stops: 'the digest both' }),
    problemOf('Its record is damaged.', { subscription: 'made-in-slack' }),
  ],
} satisfies Partial<McpDeps> as unknown as McpDeps

describe('with MCP_TOKEN,', () => {
  const view = createView(sources, false)

  it('private alerts and their subscriptions do not exist', async () => {
    expect((await view.alerts()).map(({ name }) => name)).toEqual(['Acme'])
    expect((await view.subscriptions()).map(({ subscription }) => subscription.name)).toEqual([
      'acme',
      'acme-crisis',
    ])
  })

  it('a digest is missing if it shows a private alert or if its channel gets one', async () =>
    expect((await view.digests()).map(({ name }) => name)).toEqual(['weekly']))

  it('problems that name a private alert, or a subscription or digest of one, are missing, and so are those of unknown subscriptions', async () =>
    expect((await view.problems()).map(({ what }) => what)).toEqual(['Slack is away.', 'It stopped, too.']))

  it.each(['Project Falcon', 'falcon', '2'])(
    'the private name %s gets the same error as an unknown name',
    async (name) => {
      const unknown = await view.alert('nothing').catch(String)
      expect(await view.alert(name).catch(String)).toBe(unknown)
    },
  )
})

describe('with MCP_TOKEN, if a person subscribes themselves', () => {
  const personalOf = (name: string, alert: string): RegisteredSubscription => ({
    ...registeredOf(name, alert, 'D1'),
    fromSlack: {
      subscription: subscriptionOf({ name, alert, channel: ownMessages }),
      created: { by: 'U1', at: 1 },
      direct: 'D1',
    },
  })
  /** The problems that are shown if the person gets this alert. */
  async function shown(name: string, alert: string, problems: ReturnType<typeof problemOf>[]) {
    const all = [...registered, personalOf(name, alert)]
    const view = createView({ ...sources, registry: { all: () => all }, openProblems: () => problems }, false)
    return (await view.problems()).map(({ what }) => what)
  }

  it('to a public alert, only what names their subscription and their direct messages is missing', async () => {
    const told = ['The alert Acme is not found.', 'acme-crisis stopped.', 'Slack is away.']
    const hidden = [
      problemOf('acme-2 stopped.'),
      problemOf('D1 refuses messages.'),
      problemOf('It stopped.', { subscription: 'acme-2' }),
    ]
    expect(await shown('acme-2', 'Acme', [...told.map((what) => problemOf(what)), ...hidden])).toEqual(told)
  })

  it('to a public alert whose name the subscription has, what names the alert is there', async () => {
    const own = problemOf('It stopped.', { subscription: 'acme' })
    const others = registered.filter(({ subscription }) => subscription.name !== 'acme')
    const view = createView(
      {
        ...sources,
        registry: { all: () => [...others, personalOf('acme', 'Acme')] },
        openProblems: () => [problemOf('There is no alert Acmee. There is: Acme.'), own],
      },
      false,
    )
    expect((await view.problems()).map(({ what }) => what)).toEqual([
      'There is no alert Acmee. There is: Acme.',
    ])
  })

  it('to a private alert, what names the alert is missing, too', async () => {
    expect(await shown('falcon-2', 'Project Falcon', [problemOf('Project Falcon: no answer.')])).toEqual([])
  })
})

describe('with MCP_TOKEN, the name of a private alert', () => {
  /** True if a text is hidden because of the name. */
  async function hides(name: string, text: string): Promise<boolean> {
    const known = [alertOf('1001', 'Acme'), alertOf('1002', name)]
    const isHidden = await createView(
      {
        ...sources,
        alerts: { all: async () => known, known: () => known },
        isPrivate: async (alert) => alert === '1002' || alert === name,
        registry: { all: () => [] },
        digests: [],
      },
      false,
    ).createIsHidden()
    return isHidden(text)
  }

  it.each([
    ['AI', 'Slack failed, so the bot waits and tries again.'],
    ['Go', 'Google did not answer since an hour ago.'],
    ['über', 'Die Übertragung endet vorüber.'],
  ])('%s hides no text with longer words: %s', async (name, text) => {
    expect(await hides(name, text)).toBe(false)
  })

  it.each([
    ['AI', 'There is no alert “ai”.'],
    ['C++', "The alert 'C++' ended."],
    ['C++', 'C++: it ended.'],
    ['A|B (new)', 'No answer for a|b (new), yet.'],
    ['東京', 'アラート東京都は見つかりません'],
    ['Café', 'cafe\u0301 is missing.'],
  ])('%s hides the text %s', async (name, text) => {
    expect(await hides(name, text)).toBe(true)
  })

  it('hides every text that has it between other signs than letters and digits, however it is written', () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
        fc.constantFrom('"', "'", ' ', '(', '«', ':', '/', '-', ''),
        async (name, sign) => {
          fc.pre(name.trim() !== '')
          for (const written of [name, name.toLowerCase(), name.normalize('NFD')])
            expect(await hides(name, `The alert ${sign}${written}${sign} ended.`)).toBe(true)
        },
      ),
    ))
})

describe('the tool status', () => {
  async function status(view: ReturnType<typeof createView>, asked = sources) {
    const answers = new Map<string, (question: object) => Promise<{ headline: string; data: unknown }>>()
    const add: AddTool = (name, { outputSchema }, answer) => {
      answers.set(name, async (question) => {
        const { headline, data } = await answer(question as never, new AbortController().signal)
        return { headline, data: outputSchema.parse(data) as z.output<z.ZodObject> }
      })
    }
    const cursors = createCursors('token')
    addOverviewTools({
      add,
      view,
      cursors,
      sources: { ...asked, status: { describe: async () => [] } } as never,
    })
    return answers.get('status')?.({})
  }

  it('says with MCP_TOKEN that there are problems that it does not show', async () => {
    expect(await status(createView(sources, false))).toMatchObject({
      headline: '2 subscriptions, 2 problems, and 4 that are not shown.',
      data: { problems: [{}, {}], problemsLeftOut: 4 },
    })
    const hidden = { ...sources, openProblems: () => [problemOf('falcon stopped.')] }
    expect(await status(createView(hidden, false), hidden)).toMatchObject({
      headline: '2 subscriptions, 0 problems, and 1 that are not shown.',
    })
  })

  it('says that there are no problems only if there are none', async () => {
    const sound = { ...sources, openProblems: () => [] }
    for (const seesPrivate of [false, true])
      expect((await status(createView(sound, seesPrivate), sound))?.headline).toMatch(/, no problems\.$/)
    const many = { ...sources, openProblems: () => Array.from({ length: 60 }, () => problemOf('x')) }
    expect(await status(createView(many, true), many)).toMatchObject({
      headline: '3 subscriptions, 50 problems, and 10 that are not shown.',
    })
  })
})

it('with MCP_PRIVATE_TOKEN, private alerts, their subscriptions, digests and problems are there', async () => {
  const view = createView(sources, true)
  const counts = [view.alerts(), view.subscriptions(), view.digests(), view.problems()]
  expect((await Promise.all(counts)).map(({ length }) => length)).toEqual([2, 3, 3, 6])
})

it('the last list of alerts answers while the mention service is away', async () => {
  const away = { ...sources, alerts: { known: () => all, all: () => Promise.reject(new Error('away')) } }
  expect(await createView(away, true).alerts()).toEqual(all)
})

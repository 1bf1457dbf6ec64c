import { describe, expect, it } from 'vitest'
import { createView, type McpDeps } from '../../src/assistants/facts.ts'
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

it('with MCP_PRIVATE_TOKEN, private alerts, their subscriptions, digests and problems are there', async () => {
  const view = createView(sources, true)
  const counts = [view.alerts(), view.subscriptions(), view.digests(), view.problems()]
  expect((await Promise.all(counts)).map(({ length }) => length)).toEqual([2, 3, 3, 6])
})

it('the last list of alerts answers while the mention service is away', async () => {
  const away = { ...sources, alerts: { known: () => all, all: () => Promise.reject(new Error('away')) } }
  expect(await createView(away, true).alerts()).toEqual(all)
})

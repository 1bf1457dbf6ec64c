import { get } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { channel, createWorld, type World, type WorldOptions } from '../tools/e2e/bot-world.ts'
import { openForms } from '../tools/e2e/pending.ts'

/**
 * H5: text that is expensive to process. Without bounds each of these tests would block the process for minutes or hours, and time out
 * here.
 */

const [ana, ben] = ['U0000000ANA', 'U0000000BEN'] as const
const support = 'C0000SUPPRT'
const subscription = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }

let world: World | undefined
afterEach(() => world?.close())

/** A connected bot after the initial sync. `fill` adds mentions before it starts. */
async function running(
  configuration: object,
  { fill, ...options }: Partial<WorldOptions> & { fill?: (world: World) => void } = {},
): Promise<World> {
  const created = await createWorld({ ...options, configuration })
  world = created
  fill?.(created)
  created.start()
  await created.until(
    'the first look and a connection',
    () => created.posted().length > 0 && created.slack.control.sockets() > 0,
  )
  return created
}

const line = z.object({ url: z.string() })

/** True if the process answers. On a connection of its own, because a busy process closes one that has waited for five seconds. */
async function isHealthy({ output }: World): Promise<boolean> {
  const running = output()
    .split('\n')
    .find((text) => text.includes('Overheard is running'))
  const { url } = line.parse(JSON.parse(running ?? '{}'))
  return new Promise((resolve, reject) => {
    const options = { agent: false, timeout: 60_000 }
    get(`${url}/healthz`, options, (answer) => resolve(answer.resume().statusCode === 200)).on(
      'error',
      reject,
    )
  })
}

const long = 300_000
const repeated = (text: string) => text.repeat(long / text.length)

it('titles of 300,000 characters do not block the process, whatever they repeat', async () => {
  const world = await running({ subscriptions: [{ ...subscription, dedupe: 'story' }] })
  const titles = [
    repeated(' '),
    repeated(' - '),
    `${repeated(' ')}|${repeated(' ')}`,
    repeated('“'),
    `e${repeated('\u0301')}`,
    repeated('👩‍'),
    repeated('ﷺ'),
  ]
  for (const [index, title] of titles.entries()) {
    const id = 1000 + 10 * index
    world.add(id, { title, author: { name: title, avatar: '', audience: 1, url: '' } })
    world.add(id + 1)
    expect(await isHealthy(world)).toBe(true)
    await world.until('both', () => world.ids().includes(`${id}`) && world.ids().includes(`${id + 1}`))
    world.add(id + 2, { title: `${title}!`, snippet: title })
    world.add(id + 3)
    expect(await isHealthy(world)).toBe(true)
    await world.until('the mention after it', () => world.ids().includes(`${id + 3}`))
  }
})

describe('the most expensive filter that the subscribe modal accepts', () => {
  /** Patterns of 1,000 characters, and a text that contains each at every second place but never at the end of a word. */
  const worst = '*i,'.repeat(400).slice(0, 999)
  const snippet = 'ix'.repeat(2500)
  const answers = {
    alert: { alert: '1001' },
    channel: { channel: support },
    except_text: { except_text: worst },
  }

  const formOf = (world: World, user: string) => openForms(world).findLast((one) => one.user === user)?.view
  const textOf = (world: World, user: string) => JSON.stringify(formOf(world, user)?.blocks ?? [])

  /** Opens the form from the home tab. */
  async function openForm(world: World, user: string): Promise<string> {
    await world.slack.people.openHome(user)
    await world.until('the home tab', () => world.slack.state.homes.has(user))
    await world.slack.people.pressInView({ user, actionId: 'subscription_new' })
    await world.until('the form', () => formOf(world, user) !== undefined)
    const viewId = formOf(world, user)?.id ?? ''
    await world.slack.people.pressInView({ user, viewId, actionId: 'subscribe_more', answers: {} })
    await world.until('the second step', () => textOf(world, user).includes('except_text'))
    return viewId
  }

  const asksForMentions = ({ service }: World) =>
    service.log
      .requests()
      .some(
        ({ path, parameters }) => /\/alerts\/\d+\/mentions$/.test(path) && parameters.date_from !== undefined,
      )

  it('gets no preview for a person who is not in the channel; a member can preview and submit it while the process keeps answering', async () => {
    const fill = (filled: World) => {
      filled.mentionStore.addAlert({ alert_id: '1002', alert_type: 'mentions', alert_name: 'Long texts' })
      for (let id = 1; id <= 1000; id++) filled.add(id, { snippet }, undefined, '1002')
    }
    const channels = [
      { id: channel, name: 'brand-watch', botIsMember: true },
      { id: support, name: 'support', botIsMember: true, members: [ana] },
    ]
    const world = await running({ subscriptions: [subscription] }, { fill, slack: { channels } })
    const refused = await openForm(world, ben)
    await world.slack.people.pressInView({
      user: ben,
      viewId: refused,
      actionId: 'subscribe_preview',
      answers,
    })
    await world.until('the refusal', () => textOf(world, ben).includes('Only the members'))
    expect(asksForMentions(world)).toBe(false)

    const viewId = await openForm(world, ana)
    const filled = { ...answers, alert: { alert: '1002' } }
    const asked = world.slack.people.pressInView({
      user: ana,
      viewId,
      actionId: 'subscribe_preview',
      answers: filled,
    })
    world.add(11)
    expect(await isHealthy(world)).toBe(true)
    await world.until('a card', () => world.ids().includes('11'))
    await asked
    await world.until('the preview', () => /would have been posted/.test(textOf(world, ana)))
    await world.slack.people.submitView({ user: ana, viewId, answers: filled })
    await world.until('its initial sync', () =>
      world.posted(support).some(({ text }) => text.startsWith('Watching Long texts')),
    )
    world.add(12)
    await world.until('a card', () => world.ids().includes('12'))
    expect(await isHealthy(world)).toBe(true)
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { channel, createWorld, mention, type World } from '../tools/e2e/bot-world.ts'
import { isPending } from '../tools/e2e/pending.ts'

/** A channel is renamed, archived and restored, and an alert is deleted, while the bot runs. All tests share one world. */

const [ana, mei] = ['U0000000ANA', 'U0000000MEI'] as const
const support = 'C0000SUPPRT'
const marketing = 'C0MARKETING'
const everySecond = '* * * * * *'
const doomed = '1002'

let world: World
beforeAll(async () => {
  world = await createWorld({
    configuration: {
      docs: 'https://wiki.example.com/overheard',
      subscriptions: [
        { name: 'acme', alert: 'Acme brand', channel: '#brand-watch', schedule: everySecond },
        {
          name: 'night',
          alert: 'Acme brand',
          channel: marketing,
          schedule: everySecond,
          quiet: { from: '00:00', to: '00:00' },
        },
        { name: 'globex', alert: 'Globex', channel: '#support', schedule: everySecond },
      ],
    },
  })
  const { mentionStore } = world
  mentionStore.addAlert({
    alert_id: doomed,
    alert_type: 'mentions',
    alert_name: 'Globex',
    project_id: '1',
    project_name: 'Acme',
  })
  world.add(1)
  mentionStore.add(doomed, mention('5001'))
  await start()
  await world.until('the initial syncs', () =>
    [channel, support, marketing].every((one) => world.watches(one)),
  )
})
afterAll(() => world?.close())

async function start() {
  world.start()
  await world.until('a connection', () => world.slack.control.sockets() > 0)
}

const change = (order: Parameters<World['slack']['people']['changeChannel']>[0]) =>
  world.slack.people.changeChannel(order)

async function posted(...ids: number[]): Promise<void> {
  for (const id of ids) world.add(id)
  await world.until(`the cards of ${ids}`, () => ids.every((id) => world.ids().includes(String(id))))
}

/** The answer to a command in a channel that only Ana sees. */
async function ask(line: string, where = channel): Promise<string> {
  const seen = () => world.slack.state.ephemerals.filter((one) => one.channel === where && !isPending(one))
  const before = seen().length
  await world.slack.people.runCommand({ user: ana, channel: where, line: `/mentions ${line}` })
  await world.until(`an answer to ${line}`, () => seen().length > before)
  return seen().at(-1)?.message.text ?? ''
}

/** Asks again until the answer is as expected, because a poll ends after its cards are posted. */
async function says(line: string, words: RegExp, where = channel): Promise<void> {
  await expect.poll(() => ask(line, where), { interval: 500 }).toMatch(words)
}

/** Opens the home tab again and again until it shows something. */
async function homeShows(words: string): Promise<void> {
  const home = () => JSON.stringify(world.slack.state.homes.get(ana)?.blocks ?? [])
  let drawn = world.slack.control.calls('views.publish').length - 1
  await world.until(`${words} on the home tab`, () => {
    const { length } = world.slack.control.calls('views.publish')
    if (length > drawn) void world.slack.people.openHome(ana)
    drawn = length
    return home().includes(words)
  })
}

it('a claimed card shows a person without a display name by their real name', async () => {
  await posted(10)
  const card = () => world.posted().find(({ ids }) => ids.includes('10'))
  await world.slack.people.press({ user: mei, channel, ts: card()?.ts ?? '', actionId: 'mention_claim' })
  await world.until('the claim', () => card()?.text.includes('Claimed by mei') === true)
})

it('/mentions status shows when a subscription was last polled, and how many of its mentions wait to be posted', async () => {
  await says(
    'status',
    /acme: Acme brand\n(Up to date|On time)\. .*(Last checked|, last) \w+ \d+, \d{4}, \d\d:\d\d UTC\./,
  )
  await says('status', /night: [\s\S]*1 mention is waiting to be posted\./, marketing)
})

it('the home tab links to the documentation', async () => {
  await homeShows('https://wiki.example.com/overheard')
  await world.slack.people.pressInView({ user: ana, actionId: 'home_docs' })
})

it('the bot goes on posting to a channel that was renamed, also after a restart', async () => {
  await change({ do: 'rename', channel, name: 'brand-news' })
  await posted(20)
  await world.end('SIGTERM')
  world.add(21)
  await start()
  await posted(22)
  expect(world.ids().filter((id) => id === '21')).toHaveLength(1)
  expect(await ask('list')).not.toContain('Delayed')
})

it('the home tab reports that a channel is archived, and the bot posts the mentions that came meanwhile when the channel is restored', async () => {
  await change({ do: 'archive', channel })
  for (const id of [30, 31, 32]) world.add(id)
  await homeShows('Unarchive the channel')
  expect(await ask('status', support)).not.toContain('Delayed')
  expect(world.ids()).not.toContain('30')
  await change({ do: 'unarchive', channel })
  await posted(33)
  await world.until('what came meanwhile', () => ['30', '31', '32'].every((id) => world.ids().includes(id)))
  await posted(34)
  expect(world.ids().toSorted()).toEqual([...new Set(world.ids())].toSorted())
  await says('list', /Up to date/)
})

it('the bot says what to do about a deleted alert, while other subscriptions continue', async () => {
  expect(world.mentionStore.deleteAlert(doomed)).toBe(true)
  await homeShows('Restore the alert in the mention service')
  expect(await ask('status', support)).toMatch(/Delayed: .*Restore the alert/)
  await posted(40)
  expect(await ask('list')).not.toContain('Delayed')
})

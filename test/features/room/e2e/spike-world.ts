import { ana, ben, brand, eva, gil, mei } from '../../../tools/e2e/people-world.ts'
import { createProcesses } from '../../../tools/e2e/processes.ts'

/** A bot that has just posted a spike, whose notify names a person who left. */

const day = 86_400_000
const [daysBefore, perDay] = [20, 10]
const crisis = 60

const configuration = {
  doubtSeconds: 1,
  plan: { monthlyMentions: 1_000_000 },
  onDuty: { users: [ben], from: '2026-01-01' },
  escalateAfter: '1d',
  subscriptions: [
    {
      ...{ name: 'acme', alert: 'Acme brand', channel: brand, schedule: '* * * * * *' },
      notify: { users: [mei, 'U0000GHOST1'], when: { reach: { from: 1e9 } } },
    },
  ],
}

const workspace = {
  tiers: 'off' as const,
  users: [
    { id: ana, name: 'ana', displayName: 'Ana Lima' },
    { id: ben, name: 'ben', displayName: 'Ben Okafor' },
    { id: mei, name: 'mei', displayName: 'mei' },
    { id: gil, name: 'gil', displayName: 'Gil Guest', kind: 'guest' as const },
    { id: eva, name: 'eva', displayName: 'Eva Extern', kind: 'external' as const },
  ],
  channels: [{ id: brand, name: 'brand-watch', botIsMember: true, members: [ana, ben, mei, gil, eva] }],
}

export type SpikeWorld = Awaited<ReturnType<typeof beginSpike>>

export async function beginSpike(
  size: number,
  options?: Parameters<typeof createProcesses>[2],
  more: object = {},
) {
  const processes = await createProcesses(
    size,
    { ...configuration, ...more },
    { ...options, slack: { ...workspace, ...options?.slack } },
  )
  const { world, people } = processes
  for (let id = 1; id <= daysBefore * perDay; id++)
    world.add(id, { date: Date.now() - daysBefore * day + (id / perDay) * day, sentiment: 'neutral' })
  await processes.startAll()
  await world.until('the initial sync', () => world.watches(brand))
  // The baseline is read at the end of the first poll, so a card of a later poll shows that it is known.
  world.add(900)
  await world.until('an ordinary card', () => world.ids().includes('900'))
  for (let id = 1001; id <= 1000 + crisis; id++)
    world.add(id, { sentiment: 'negative', reach: id, tags: [], title: `Acme case ${id}` })
  await world.until('the thread', () => world.ids().length > crisis)
  const card = () => {
    const found = world
      .posted()
      .find(({ ts, thread, text }) => (thread ?? ts) === ts && text.includes('Spike'))
    const blocks = people.messages(brand).find(({ ts }) => ts === found?.ts)?.blocks ?? []
    return { ts: found?.ts ?? '', text: found?.text ?? '', buttons: JSON.stringify(blocks) }
  }
  await world.until('the button', () => card().buttons.includes('Open a room'))
  await world.until('every mention on the card', () => card().text.includes(`${crisis + 1} mentions`))
  const rooms = () =>
    [...world.slack.state.channels.values()].filter(({ name }) => name.startsWith('crisis-'))
  const messages = () =>
    rooms().flatMap(({ id }) => people.messages(id).filter(({ blocks }) => (blocks ?? []).length > 0))
  return {
    ...processes,
    card,
    rooms,
    messages,
    crisis,
    /** The messages of the bot in the rooms. */
    texts: () => messages().map(({ text }) => text),
    canvas: () =>
      [...world.slack.state.canvases.values()]
        .map(({ sections }) => sections.map(({ text }) => text).join('\n'))
        .join('\n\n'),
    press: (user: string, actionId: string) => people.press(user, brand, card().ts, actionId),
  }
}

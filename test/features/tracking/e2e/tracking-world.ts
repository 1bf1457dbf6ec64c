import { createWorld, type WorldOptions } from '../../../tools/e2e/bot-world.ts'
import { peopleIn } from '../../../tools/e2e/people-world.ts'

export const [ana, ben, gil] = ['U0000000ANA', 'U0000000BEN', 'U0000000GIL']
export const brand = 'C00000BRAND'
export const rivals = 'C00000RIVAL'
/** Private, with the private alert; ben and the bot are in it. */
export const crisis = 'C0000CRISIS'
/** Nothing is posted to it, and the bot is not in it. */
export const random = 'C0000RANDOM'

const schedule = '* * * * * *'

export const slack: NonNullable<WorldOptions['slack']> = {
  users: [
    { id: ana, name: 'ana', displayName: 'Ana Lima' },
    { id: ben, name: 'ben', displayName: 'Ben Okafor' },
    { id: gil, name: 'gil', displayName: 'Gil Guest', kind: 'guest' as const },
  ],
  channels: [
    { id: brand, name: 'brand-watch', botIsMember: true, members: [ana, ben, gil] },
    { id: rivals, name: 'rivals', botIsMember: true, members: [ana, ben] },
    { id: crisis, name: 'crisis', botIsMember: true, isPrivate: true, members: [ben] },
    { id: random, name: 'random', botIsMember: false, isPrivate: true, members: [ana, ben, gil] },
  ],
}

export const configuration = {
  doubtSeconds: 1,
  private: ['Project Falcon'],
  subscriptions: [
    { name: 'acme', alert: 'Acme brand', channel: brand, schedule },
    { name: 'rival', alert: 'Rival', channel: rivals, schedule },
    { name: 'falcon', alert: 'Project Falcon', channel: crisis, schedule },
  ],
}

export function addAlerts({ mentionStore }: Awaited<ReturnType<typeof createWorld>>): void {
  for (const [alert_id, alert_name] of [
    ['1002', 'Project Falcon'],
    ['1003', 'Rival'],
  ] as const)
    mentionStore.addAlert({
      ...{ alert_id, alert_name, alert_type: 'mentions', project_id: '1', project_name: 'Acme' },
    })
}

export async function createTrackingWorld(options: Partial<WorldOptions> = {}) {
  const world = await createWorld({
    ...options,
    configuration: { ...configuration, ...options.configuration },
    slack: { ...slack, ...options.slack },
  })
  addAlerts(world)
  return { world, ...trackingIn(world) }
}

export function trackingIn(world: Awaited<ReturnType<typeof createWorld>>) {
  const people = peopleIn(world)
  const write = (user: string, channel: string, text: string, more: object = {}) =>
    world.slack.people.post(user, { channel, text, ...more }).ts
  const press = (user: string, channel: string, ts: string) =>
    world.slack.people.runShortcut({ user, callbackId: 'track_mention', channel, ts })
  return {
    people,
    /** A person writes a message. Returns its `ts`. */
    write,
    press,
    track: (user: string, channel: string, ts: string) =>
      people.answerTo(user, channel, () => press(user, channel, ts)),
    /** The messages of the bot in a channel whose blocks or text contain some words. */
    posts: (channel: string, words: string) =>
      world.slack.control
        .messages(channel)
        .filter((one) => one.bot_id !== undefined && JSON.stringify([one.text, one.blocks]).includes(words)),
  }
}

import { createWorld, type World, type WorldOptions } from '../../../tools/e2e/bot-world.ts'
import { peopleIn } from '../../../tools/e2e/people-world.ts'

/** A channel with an alert, a private channel with a private alert, and people who subscribe themselves in the messages of the app. */

export const [ana, ben, gil] = ['U0000000ANA', 'U0000000BEN', 'U0000000GIL']
export const brand = 'C00000BRAND'
/** Private; ben and the bot are in it. */
export const crisis = 'C0000CRISIS'
export const falcon = '1002'

const schedule = '* * * * * *'

export const slack: NonNullable<WorldOptions['slack']> = {
  users: [
    { id: ana, name: 'ana', displayName: 'Ana Lima' },
    { id: ben, name: 'ben', displayName: 'Ben Okafor' },
    { id: gil, name: 'gil', displayName: 'Gil Guest', kind: 'guest' as const },
  ],
  tiers: 'off',
  channels: [
    { id: brand, name: 'brand-watch', botIsMember: true, members: [ana, ben, gil] },
    { id: crisis, name: 'crisis', botIsMember: true, isPrivate: true, members: [ben] },
  ],
}

export const configuration = {
  doubtSeconds: 1,
  polling: { fastest: '1s', share: 1 },
  private: ['Project Falcon'],
  // Nobody in these tests is an admin.
  admins: ['U0000000MEI'],
  subscriptions: [
    { name: 'acme', alert: 'Acme brand', channel: brand, schedule },
    { name: 'falcon', alert: 'Project Falcon', channel: crisis, schedule },
  ],
}

export function addAlerts({ mentionStore }: World): void {
  mentionStore.addAlert({
    ...{ alert_id: falcon, alert_name: 'Project Falcon', alert_type: 'mentions' },
    ...{ project_id: '1', project_name: 'Acme' },
  })
}

/** Starts a bot, and waits until it watches the alerts of the file. */
export async function startPersonalWorld(options: Partial<WorldOptions> = {}) {
  const world = await createWorld({
    ...options,
    configuration: { ...configuration, ...options.configuration },
    slack: { ...slack, ...options.slack },
  })
  addAlerts(world)
  world.start()
  await world.until('the first looks', () => [brand, crisis].every((one) => world.watches(one)))
  return { world, ...personalIn(world) }
}

export function personalIn(world: World) {
  const people = peopleIn(world)
  /** The direct messages of the bot with a person. */
  const direct = (user: string) => world.slack.people.directMessages(user)
  const told = (user: string, words: string | RegExp) => people.find(direct(user), words) !== undefined
  const form = (user: string, line = '/mentions subscribe acme') =>
    people.modal(user, () => people.run(user, direct(user), line))
  const submit = (user: string, viewId: string) =>
    world.slack.people.submitView({ user, viewId, answers: {} })
  return {
    people,
    direct,
    told,
    form,
    submit,
    ask: (user: string, line: string) => people.ask(user, direct(user), line),
    /** Subscribes a person, and waits for the first look. */
    async subscribe(user: string, alert = 'Acme brand') {
      const view = await form(user, `/mentions subscribe ${alert}`)
      await submit(user, view.id)
      await world.until('the first look', () => told(user, `Watching ${alert}`))
    },
    /** The ids of the mentions that a person got. */
    ids: (user: string) => world.ids(direct(user)),
  }
}

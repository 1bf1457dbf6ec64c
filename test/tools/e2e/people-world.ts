import { expect } from 'vitest'
import { channel as brand, createWorld, type World } from './bot-world.ts'
import { isPending, openForms } from './pending.ts'

/** Members, a guest, a person of another organisation and an admin, around a public, another public and a private channel. */

export const ana = 'U0000000ANA'
/** The only member of the crisis channel. */
export const ben = 'U0000000BEN'
/** An admin of Overheard where the configuration names admins; not in the crisis channel. */
export const mei = 'U0000000MEI'
/** A guest who is in the brand channel only. */
export const gil = 'U0000000GIL'
/** A person of another organisation who is in the brand channel only. */
export const eva = 'U0000000EVA'

export { brand }
export const support = 'C0000SUPPRT'
/** Private; the bot and ben are in it. */
export const crisis = 'C0000CRISIS'
/** Private; the bot is not in it. */
export const hidden = 'C0000HIDDEN'

const schedule = '* * * * * *'
export const falcon = '1002'
export const rival = '1003'

export const secret = /Project Falcon|Falcon leak/

export type PeopleWorld = Awaited<ReturnType<typeof createPeopleWorld>>

/**
 * Starts a bot that posts Acme to the brand channel, a rival to support, and the private alert Falcon to the crisis channel. `names` replaces
 * display names, by member id.
 */
export async function createPeopleWorld(
  configuration: object = {},
  environment: Record<string, string> = {},
  names: Record<string, string> = {},
) {
  const world = await createWorld({
    environment,
    configuration: {
      private: ['Project Falcon'],
      subscriptions: [
        { name: 'acme', alert: 'Acme brand', channel: brand, schedule },
        { name: 'rival', alert: 'Rival', channel: support, schedule },
        { name: 'falcon', alert: 'Project Falcon', channel: crisis, schedule },
      ],
      digests: [
        { name: 'weekly', channel: brand, alerts: ['Acme brand'], schedule: '0 9 * * 1' },
        { name: 'hush', channel: crisis, alerts: ['Project Falcon'], schedule: '0 9 * * 1' },
      ],
      ...configuration,
    },
    slack: {
      tiers: 'off',
      users: [
        { id: ana, name: 'ana', displayName: 'Ana Lima' },
        { id: ben, name: 'ben', displayName: 'Ben Okafor' },
        { id: mei, name: 'mei', displayName: 'Mei Tan' },
        { id: gil, name: 'gil', displayName: 'Gil Guest', kind: 'guest' as const },
        { id: eva, name: 'eva', displayName: 'Eva Extern', kind: 'external' as const },
      ].map((person) => ({ ...person, displayName: names[person.id] ?? person.displayName })),
      channels: [
        { id: brand, name: 'brand-watch', botIsMember: true, members: [ana, ben, mei, gil, eva] },
        { id: support, name: 'support', botIsMember: true, members: [ana, ben, mei] },
        { id: crisis, name: 'crisis', botIsMember: true, isPrivate: true, members: [ben] },
        { id: hidden, name: 'hidden', botIsMember: false, isPrivate: true, members: [ana] },
      ],
    },
  })
  const alert = (alert_id: string, alert_name: string) =>
    world.mentionStore.addAlert({
      alert_id,
      alert_name,
      alert_type: 'mentions',
      project_id: '1',
      project_name: 'Acme',
    })
  alert(falcon, 'Project Falcon')
  alert(rival, 'Rival')
  world.add(1)
  world.add(301, { title: 'Rival wins' }, undefined, rival)
  world.add(501, { title: 'Falcon leak' }, undefined, falcon)

  /** Starts the bot and waits until it watches each alert. */
  async function start(): Promise<void> {
    const seen = world.output().length
    world.start()
    await world.until('its start', () => world.output().slice(seen).includes('Overheard is running'))
    await world.until('a connection', () => world.slack.control.sockets() > 0)
    await world.until('the first looks', () => [brand, support, crisis].every(world.watches))
  }
  return { ...peopleIn(world), world, start, close: () => world.close() }
}

/** The actions of people, and the messages they see. */
export function peopleIn(world: World) {
  const { slack } = world
  const seenBy = (user: string, where: string) =>
    slack.state.ephemerals
      .filter((one) => one.channel === where && one.user === user && !isPending(one))
      .map(({ message }) => `${message.text} ${JSON.stringify(message.blocks ?? [])}`)

  /** Does something and waits for the next answer that only this person sees. */
  async function answerTo(user: string, where: string, act: () => Promise<unknown>): Promise<string> {
    const before = seenBy(user, where).length
    await act()
    await world.until(`an answer to ${user} in ${where}`, () => seenBy(user, where).length > before)
    return seenBy(user, where).at(-1) ?? ''
  }
  const messages = (where: string) => slack.control.messages(where)
  const find = (where: string, words: string | RegExp) =>
    messages(where).findLast(({ text }) =>
      typeof words === 'string' ? text.includes(words) : words.test(text),
    )
  const run = (user: string, where: string, line: string) =>
    slack.people.runCommand({ user, channel: where, line })
  const press = (user: string, where: string, ts: string, actionId: string, choice?: string) =>
    slack.people.press({ user, channel: where, ts, actionId, ...(choice === undefined ? {} : { choice }) })
  const views = (user: string) => openForms(world).filter((one) => one.user === user)

  return {
    seenBy,
    answerTo,
    messages,
    find,
    /** The `ts` of the first message of a subscription. */
    firstNotice: (where: string) =>
      messages(where).find(({ blocks }) => JSON.stringify(blocks ?? []).includes('first_look_show_one'))
        ?.ts ?? '',
    run,
    ask: (user: string, where: string, line: string) => answerTo(user, where, () => run(user, where, line)),
    press,
    /** Runs a command, and presses the button of the question that it asks. Returns the question. */
    async confirmed(user: string, where: string, line: string): Promise<string> {
      const asked = () =>
        slack.state.ephemerals.filter(
          (one) =>
            one.channel === where &&
            one.user === user &&
            JSON.stringify(one.message).includes('"confirm_line"'),
        )
      const before = asked().length
      await run(user, where, line)
      await world.until(`a question to ${user}`, () => asked().length > before)
      const { ts, text } = asked().at(-1)?.message ?? { ts: '', text: '' }
      await press(user, where, ts, 'confirm_line')
      return text
    },
    refusedPress: (user: string, where: string, ts: string, actionId: string, choice?: string) =>
      answerTo(user, where, () => press(user, where, ts, actionId, choice)),
    /** The modal that an act opens. */
    async modal(user: string, act: () => Promise<unknown>) {
      const before = new Set(views(user).map(({ view }) => view.id))
      const opened = () => views(user).find(({ view }) => !before.has(view.id))
      await act()
      await world.until('a modal', () => opened() !== undefined)
      const { view } = opened() ?? {}
      if (view === undefined) throw new Error('no modal')
      return view
    },
    viewNow: (user: string) => JSON.stringify(views(user).at(-1)?.view ?? {}),
    /** The home tab after somebody opens it. */
    async home(user: string): Promise<string> {
      const shown = () => JSON.stringify(slack.state.homes.get(user)?.blocks ?? [])
      slack.state.homes.delete(user)
      await slack.people.openHome(user)
      await world.until('the home tab', () => shown() !== '[]')
      return shown()
    },
    homeNow: (user: string) => JSON.stringify(slack.state.homes.get(user)?.blocks ?? []),
    /** The value of an option of a card's menu. */
    choiceOf(where: string, ts: string, name: string): string {
      const blocks = JSON.stringify(messages(where).find((one) => one.ts === ts)?.blocks ?? [])
      const values = (blocks.match(/"value":"(?:[^"\\]|\\.)*"/g) ?? []).map(
        (value) => JSON.parse(`{${value}}`).value,
      )
      return values.find((value: string) => value.startsWith(name)) ?? ''
    },
    /** Adds a mention and waits for its card; returns the card's ts. */
    async card(
      where: string,
      id: number,
      alert: string,
      fields: Parameters<World['add']>[1] = {},
    ): Promise<string> {
      world.add(id, fields, undefined, alert)
      await world.until(`the card of ${id}`, () => world.ids(where).includes(String(id)))
      return world.posted(where).find(({ ids }) => ids.includes(String(id)))?.ts ?? ''
    },
    textOf: (where: string, ts: string) => messages(where).find((one) => one.ts === ts)?.text ?? '',
    expectRefusal(text: string, words: RegExp) {
      expect(text).toMatch(words)
      expect(text).not.toMatch(secret)
    },
  }
}

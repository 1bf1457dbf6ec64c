import { expect } from 'vitest'
import { channel, createWorld, type World } from './bot-world.ts'
import { isPending, openForms } from './pending.ts'

/** A bot with the subscriptions of a channel and of a second one, and what people do in Slack. */

export const [ana, ben] = ['U0000000ANA', 'U0000000BEN'] as const
/** A user without a display name. */
export const mei = 'U0000000MEI'
export const legal = 'C000GENERAL'

/** `legal` are keys of the second subscription. */
type Added = { file?: object; legal?: object }

export async function startForPeople({ file, legal: ofLegal }: Added = {}): Promise<World> {
  const world = await createWorld({
    configuration: {
      subscriptions: [
        { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *', followUp: '1s' },
        // It posts one card when the bot starts.
        {
          ...{ name: 'legal', alert: 'Acme brand', channel: legal, schedule: '0 0 1 1 *', backfill: 1 },
          actions: ['done', 'why'],
          ...ofLegal,
        },
      ],
      digests: [{ name: 'weekly', channel, alerts: ['Acme brand'] }],
      ...file,
    },
  })
  for (let id = 1; id <= 10; id++) world.add(id)
  world.start()
  await world.until(
    'a connection and the first look',
    () => world.watches() && world.slack.control.sockets() > 0,
  )
  return world
}

export function peopleOf(world: World) {
  const messages = (where = channel) => world.slack.control.messages(where)
  const message = (ts: string, where = channel) => messages(where).find((one) => one.ts === ts)
  const seenBy = (user: string, where = channel) =>
    world.slack.state.ephemerals
      .filter((one) => one.channel === where && one.user === user && !isPending(one))
      .map(({ message: { text } }) => text)

  /** Runs a command and waits for its ephemeral answer. */
  async function ask(line: string, user: string = ana, where = channel): Promise<string> {
    const before = seenBy(user, where).length
    const ack = await world.slack.people.runCommand({ user, channel: where, line: `/mentions ${line}` })
    expect(ack.kind).toBe('acknowledged')
    await world.until(`an answer to ${line}`, () => seenBy(user, where).length > before)
    return seenBy(user, where).at(-1) ?? ''
  }

  /** Runs a command, and presses the button of the question that it asks. */
  async function confirmed(line: string, user: string, where: string): Promise<void> {
    const asked = () =>
      world.slack.state.ephemerals.filter(
        (one) =>
          one.channel === where &&
          one.user === user &&
          JSON.stringify(one.message).includes('"confirm_line"'),
      )
    const before = asked().length
    await world.slack.people.runCommand({ user, channel: where, line: `/mentions ${line}` })
    await world.until('the question', () => asked().length > before)
    const ts = asked().at(-1)?.message.ts ?? ''
    await world.slack.people.press({ user, channel: where, ts, actionId: 'confirm_line' })
  }

  /** Runs a command that opens a modal; returns it. */
  async function modal(line: string, user: string = ana, where = channel) {
    await world.slack.people.runCommand({ user, channel: where, line: `/mentions ${line}` })
    return openView(user)
  }

  async function openView(user: string) {
    const views = () => openForms(world).filter((one) => one.user === user)
    await world.until('a modal', () => views().length > 0)
    const view = views().at(-1)?.view
    if (view === undefined) throw new Error('no modal')
    return view
  }

  /** Adds a mention and waits for its card; returns the `ts` of the card. */
  async function cardOf(id: number, fields: Parameters<World['add']>[1] = {}): Promise<string> {
    world.add(id, fields)
    await world.until(`the card of ${id}`, () => world.ids().includes(String(id)))
    return world.posted().find(({ ids }) => ids.includes(String(id)))?.ts ?? ''
  }

  const press = (ts: string, actionId: string, user: string = ana, choice?: string) =>
    world.slack.people.press({ user, channel, ts, actionId, ...(choice === undefined ? {} : { choice }) })

  const told = (words: string, where = channel) => messages(where).find(({ text }) => text.includes(words))

  /** The options of a card's menu. */
  function choiceOf(ts: string, name: string): string {
    const values = JSON.stringify(message(ts)?.blocks ?? []).match(/"value":"[^"]*"/g) ?? []
    return values.map((value) => value.slice(9, -1)).find((value) => value.startsWith(name)) ?? ''
  }

  /** Opens the form behind More… of a card. */
  async function moreOf(ts: string, user: string = ana) {
    await press(ts, 'mention_more', user, choiceOf(ts, 'more'))
    return openView(user)
  }

  return {
    messages,
    message,
    seenBy,
    ask,
    confirmed,
    modal,
    openView,
    cardOf,
    press,
    told,
    choiceOf,
    moreOf,
  }
}

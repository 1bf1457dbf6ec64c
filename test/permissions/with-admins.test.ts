import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { messageKinds, viewKinds } from '../tools/all-message-kinds.ts'
import {
  type AttackWorld,
  controlsIn,
  openAttackWorld,
  people,
  quietWords,
  subjects,
} from '../tools/attack-world.ts'
import { lines, menus } from './attack-lines.ts'
import { carriedBy, carriesValues, shapeOf } from './forge.ts'
import { forge, nameOf, walk } from './walk.ts'

const hasLine = (id: string, what?: string) =>
  lines.some((line) => line.id === id && (what === undefined || line.what === what))
/** Features that this copy of the program may lack. */
const [canList, canSubscribe] = [hasLine('command /mentions', 'list'), hasLine('view subscribe')]

/** A press on a link does nothing. */
const anyShape = 'any'

const idFits = (id: string, actionId: string) =>
  id.startsWith('/') ? new RegExp(id.slice(1, -1)).test(actionId) : id === actionId

describe('if the configuration names admins, nobody may do more than SECURITY.md says or learns of a private alert of others by', () => {
  let world: AttackWorld
  beforeAll(async () => {
    const counts = { open: 260, claimed: 15, done: 10, 'not-relevant': 10, burst: 90, spike: 90 }
    world = await openAttackWorld({ admins: true, counts })
  })
  afterEach(async () => {
    await world.nextMinute()
    expect(world.leaks()).toEqual([])
  })
  afterAll(() => world?.close())

  it.each(lines.filter(carriesValues).map((line, turn) => [nameOf(line), { line, turn }] as const))(
    '%s, with forged values',
    async (_name, turn) => {
      expect(await forge(world, turn, true)).toEqual([])
    },
  )

  it.each(lines.map((line, turn) => [nameOf(line), { line, turn }] as const))('%s', async (_name, turn) => {
    const { wanted, found } = await walk(world, turn, true)
    expect(found).toEqual(wanted)
  })

  it('a question about its name: the answer is the same as for a name that no alert has', async () => {
    const { channel } = subjects.own
    const textOf = async (line: string) => {
      const { received } = await world.attempt(line, 'outside', () =>
        world.run(people.outside, channel, line),
      )
      expect(received).toHaveLength(1)
      const { text } = JSON.parse(received[0] ?? '{}') as { text: string }
      return text.replaceAll('Falcon', 'Nobody')
    }
    for (const before of ['', '"Acme brand" vs ']) {
      const known = await textOf(`/mentions-stats ${before}"Project Falcon" 7d`)
      expect(known).toContain('No alert matches')
      expect(known).toBe(await textOf(`/mentions-stats ${before}"Project Nobody" 7d`))
    }
    // The answers repeat the name.
    world.leaks()
  })

  it('nothing else, because every registration has a line and every line is registered', () => {
    const registered = world.registered.filter((one) => one !== 'use')
    expect(registered.toSorted()).toEqual([...new Set(lines.map(({ id }) => id))].toSorted())
    // Two of the SDK, one that confirms posts, and one that answers errors.
    expect(world.registered.filter((one) => one === 'use')).toHaveLength(4)
  })

  it('nothing else, because every subcommand of the help has a line', async () => {
    const help = await world.attempt('the help', 'admin', () =>
      world.pressCopy(people.admin, subjects.own.channel, {
        ...{
          type: 'button',
          text: { type: 'plain_text', text: 'More' },
          action_id: 'help_more',
          value: 'all',
        },
      }),
    )
    const [, about = ''] = /\/mentions.*? manages([\s\S]*)On a card/.exec(help.received.join()) ?? []
    const subcommands = [...about.matchAll(/`([a-z]+)[^`]*`/g)].map(([, word]) => word)
    expect(subcommands).toContain('unmute')
    const walkedWords = lines
      .filter(({ id }) => id === 'command /mentions')
      .map(({ what }) => what.split(' ')[0])
    expect(subcommands.filter((word) => !walkedWords.includes(word))).toEqual([])
  })

  it('nothing else, because every control that somebody was shown is registered, and every choice of its menu has a line', async () => {
    // A card and the home tab have the menus.
    for (const shows of ['action mention_claim', 'action home_channels'])
      await world.attempt(shows, 'admin', async () =>
        lines
          .find(({ id }) => id === shows)
          ?.attack(world, { user: people.admin, role: 'admin' }, { name: 'own', there: true }),
      )
    const actions = world.registered.flatMap((one) => (one.startsWith('action ') ? [one.slice(7)] : []))
    // That of buttons that are no longer used fits every button.
    const own = actions.filter((one) => one !== '/^/')
    expect(own).toHaveLength(actions.length - 1)
    const isRegistered = (id: string) => own.some((one) => idFits(one, id))
    const shown = world.controls()
    expect([...new Set(shown.map(({ actionId }) => actionId))].filter((id) => !isRegistered(id))).toEqual([])
    for (const menu of menus) {
      const offered = shown.filter(({ actionId }) => actionId === menu).flatMap(({ values }) => values)
      const choices = [...new Set(offered.map((value) => value.split(':')[0]))]
      const cases: (string | undefined)[] = lines
        .filter(({ id }) => id === `action ${menu}`)
        .map(({ what }) => what)
      expect(choices.length).toBeGreaterThan(0)
      expect(choices.filter((choice) => !cases.includes(choice))).toEqual([])
    }
  })

  it('nothing else, because each field of each value in a message or on a tab is forged', async () => {
    const by = { user: people.outside, role: 'outside' } as const
    const forged = new Map<string, Set<string>>()
    for (const line of lines.filter(carriesValues)) {
      const value = (await carriedBy(world, line, by, 'own')).get('value')
      const shape = line.operation === 'nothing' ? [anyShape] : value === undefined ? [] : [shapeOf(value)]
      forged.set(line.id, new Set([...(forged.get(line.id) ?? []), ...shape]))
    }
    const shapesOf = (actionId: string) =>
      [...forged].find(([id]) => id !== 'action /^/' && idFits(id.replace('action ', ''), actionId))?.[1]
    const drawn = [...controlsIn([...messageKinds(), ...viewKinds()])]
    const missing = drawn.flatMap(({ actionId, value, values }) => {
      const shapes = shapesOf(actionId)
      const all = value === undefined ? values : [...values, value]
      const isForged = (one: string) =>
        shapes === undefined || shapes.has(anyShape) || shapes.has(shapeOf(one))
      return all.filter((one) => !isForged(one)).map((one) => `${actionId}: ${one}`)
    })
    expect(drawn.length).toBeGreaterThan(100)
    expect([...new Set(missing)]).toEqual([])
  })

  it('a problem: it names no other alert on the status page', async () => {
    const problems = await world.problems()
    const typo = problems.find(({ subscription }) => subscription === 'own-typo')
    expect(typo).toMatchObject({ what: "There is no alert 'Acme brnd'." })
    expect(JSON.stringify(problems)).not.toMatch(/Falcon|Zenith/)
  })

  it('a subscription that was made in Slack before the alert became private: it stops', async () => {
    const problems = await world.problems()
    expect(problems.find(({ subscription }) => subscription === 'hush-stray')).toMatchObject({
      code: 'private_alert',
      what: expect.stringContaining('The alert is private'),
    })
  })

  it.runIf(canList)('the list of its channel: people of the alert see why it stops', async () => {
    const { channel } = subjects.own
    const list = await world.attempt('list', 'inside', () =>
      world.run(people.inside, channel, '/mentions list'),
    )
    expect(list.received.join()).toMatch(/hush-stray.*The alert is private/)
  })

  it('a notice of a silence that was stored before the alert became private: only the channel of the alert gets it', async () => {
    const noticesIn = (subject: 'own' | 'hush') =>
      world.slack.control
        .messages(subjects[subject].channel)
        .flatMap(({ text }) => (text.startsWith(quietWords) ? [text] : []))
    expect(noticesIn('hush')).toEqual(['No mention of Project Falcon'])
    expect(noticesIn('own')).toEqual([])
  })

  it.runIf(canList && canSubscribe)(
    'an admin who shares a private alert with another channel: the channels of the alert are told, and the channel may ask',
    async () => {
      const line = lines.find(({ id }) => id === 'view subscribe')
      const admin = { user: people.admin, role: 'admin' } as const
      world.share('hush')
      const share = await world.attempt('sharing', 'admin', async () =>
        line?.attack(world, admin, { name: 'hush', there: false }),
      )
      expect(share.refused).toBeUndefined()
      const told = (channel: string) => JSON.stringify(world.slack.control.messages(channel))
      expect(told(subjects.own.channel)).toContain('Mei Tan subscribed this channel to Project Falcon')
      expect(told(subjects.hush.channel)).toContain(
        'Mei Tan shares the private alert Project Falcon with <#C00000BRAND>',
      )
      // The channel is one of the alert's channels now.
      const list = await world.attempt('list', 'guest', () =>
        world.run(people.guest, subjects.own.channel, '/mentions list'),
      )
      expect(world.tells('hush', list)).toBe(true)
    },
  )
})
